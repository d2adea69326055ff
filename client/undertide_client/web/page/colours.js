/**
 * Every colour of the map, and how colours mix. A colour is [red, green, blue], 0 to 255.
 *
 * The mood is a torch in a drowned cellar: warm light, cold shadow. Colour alone tells nothing.
 */

export const INK = [208, 206, 196];
const BRIGHT = [255, 250, 236];
export const FAINT = [88, 97, 112];
/** The cold light of what is only remembered. */
export const MEMORY = [58, 70, 92];
/** Behind a monster that hunts, and behind the followed hero. */
export const HUNTER = [86, 20, 20];
export const OWN = [62, 60, 50];
/** Around the followed hero, and around the cell that is looked at. */
export const FRAME = [240, 214, 120];
/** Life that is left, from much to little, and life that is lost. */
const LIFE = [
  [60, [110, 200, 120]],
  [30, [226, 178, 70]],
  [-1, [240, 96, 84]],
];
/** Cells that an aimed scroll or spell would strike. */
export const STRUCK = [170, 70, 30];
export const LOST = [40, 22, 24];

/** Return 0xRRGGBB as a colour; ink where it is none (-1). */
export function rgb(colour) {
  return colour < 0 ? INK : [(colour >> 16) & 0xff, (colour >> 8) & 0xff, colour & 0xff];
}

/** Return `one` with a share, 0 to 1, of `other` in it. */
export function blend(one, other, share) {
  return one.map((here, channel) => here + (other[channel] - here) * share);
}

/** Return a colour bright enough to be read on paper. */
export function legible(colour) {
  const brightness = (colour[0] * 3 + colour[1] * 6 + colour[2]) / 10;
  return brightness >= 70 ? colour : blend(colour, BRIGHT, 0.35);
}

/** Behind a chosen line of a list: no text stands on anything brighter. */
const CHOSEN = [36, 52, 71];
/** The contrast that WCAG 2 asks of text. */
const TEXT_CONTRAST = 4.5;

/** Return a colour in which text can be read on a list, chosen or not. */
export function readable(colour) {
  return lifted(colour, CHOSEN, TEXT_CONTRAST);
}

/** Steps from a colour to white or black: each is hardly seen. */
const STEPS = 16;

/**
 * Return an ink of at least this contrast, as WCAG 2 has it: it moves towards white or black, which
 * ever stands out more, as far as it must.
 */
export function lifted(ink, paper, least) {
  const behind = luminance(paper);
  if (contrast(luminance(ink), behind) >= least) return ink;
  const goal = behind < 0.18 ? 255 : 0;
  for (let step = 1; step < STEPS; step += 1) {
    const moved = ink.map((value) => Math.round(value + ((goal - value) * step) / STEPS));
    if (contrast(luminance(moved), behind) >= least) return moved;
  }
  return [goal, goal, goal];
}

function contrast(one, other) {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** Return the relative luminance of a colour, 0 to 1. */
function luminance(colour) {
  return dot([0.2126, 0.7152, 0.0722], colour.map((value) => linear(Math.round(value))));
}

/** Return the colour of so many percent of life. */
export function lifeColour(percent) {
  return LIFE.find(([least]) => percent > least)[1];
}

/** Return a colour as style sheets write it. */
export function css(colour) {
  return `rgb(${colour.map(Math.round).join(" ")})`;
}

// --- eyes that tell fewer colours apart --------------------------------------------------------

/**
 * What such eyes see of linear red, green and blue: Machado, Oliveira and Fernandes, 2009, at full
 * severity. What they would lose is added to the channels that they see (Fidaner and others, 2005).
 */
const SEEN = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const RED_GREEN = [
  [0, 0, 0],
  [0.7, 1, 0],
  [0.7, 0, 1],
];
const BLUE_YELLOW = [
  [1, 0, 0.7],
  [0, 1, 0.7],
  [0, 0, 0],
];

/** Kinds of sight that colours can be adapted to; "normal" changes nothing. */
export const VISIONS = ["normal", ...Object.keys(SEEN)];

/** Return what turns a colour into one that such eyes tell apart from others. */
export function adapter(vision) {
  if (!Object.hasOwn(SEEN, vision)) return (colour) => colour;
  const moved = vision === "tritan" ? BLUE_YELLOW : RED_GREEN;
  return (colour) => {
    const light = colour.map(linear);
    const lost = light.map((value, channel) => value - dot(SEEN[vision][channel], light));
    return light.map((value, channel) => channelOf(value + dot(moved[channel], lost)));
  };
}

function dot(row, values) {
  return row[0] * values[0] + row[1] * values[1] + row[2] * values[2];
}

/** Return a channel as linear light from 0 to 1 (IEC 61966-2-1). */
function linear(channel) {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Return linear light as a channel. */
function channelOf(light) {
  const held = Math.min(1, Math.max(0, light));
  return 255 * (held <= 0.0031308 ? held * 12.92 : 1.055 * held ** (1 / 2.4) - 0.055);
}
