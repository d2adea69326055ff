/** One plot over time, on a canvas: some lines, told apart by colour and by dashes. */

const COLOURS = ["#7fb2ff", "#ffc66b", "#9be08a"];
const DASHES = [[], [5, 3], [2, 3]];
const EDGE = "#2b3442";
const QUIET = "#93a1b3";
const MARGIN = { left: 46, right: 8, top: 8, bottom: 18 };
const STEPS = [1, 2, 5, 10];
const SVG = "http://www.w3.org/2000/svg";

/**
 * A figure with a title, the latest value of each line in words, and the plot.
 * `lines` are {key, label}; `shown` turns a number into words; `floor` is the least that the top of
 * the axis may be, so that noise does not look like a storm.
 */
export class Plot {
  constructor({ title, lines, shown, floor }) {
    this.lines = lines;
    this.shown = shown;
    this.floor = floor;
    this.hovered = null;
    this.figure = document.createElement("figure");
    this.outputs = lines.map(() => document.createElement("output"));
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${title}, the last quarter of an hour`);
    this.figure.append(this.#caption(title), this.canvas);
    this.canvas.addEventListener("pointermove", (event) => this.#hover(event.offsetX));
    this.canvas.addEventListener("pointerleave", () => this.#hover(null));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** Shows columns of samples, the oldest first; `span` is the whole width in seconds. */
  update(samples, span) {
    this.samples = samples;
    this.span = span;
    this.draw();
  }

  draw() {
    if (!this.samples) return;
    const { width, height } = this.#fit();
    const pen = this.canvas.getContext("2d");
    const top = this.#top();
    const last = this.samples.at.at(-1);
    const across = width - MARGIN.left - MARGIN.right;
    const down = height - MARGIN.top - MARGIN.bottom;
    const x = (at) => MARGIN.left + across * (1 - (last - at) / this.span);
    const y = (value) => MARGIN.top + down * (1 - value / top);
    this.place = x;
    pen.clearRect(0, 0, width, height);
    this.#grid(pen, width, y, top);
    this.lines.forEach((line, index) => this.#line(pen, line, index, x, y));
    const at = this.hovered ?? this.samples.at.length - 1;
    if (this.hovered !== null) this.#mark(pen, x(this.samples.at[at]), height);
    this.#showSample(at);
  }

  #caption(title) {
    const caption = document.createElement("figcaption");
    const name = document.createElement("b");
    name.textContent = title;
    caption.append(name);
    this.lines.forEach(({ label }, index) => {
      const told = document.createElement("span");
      told.className = "line";
      told.append(sample(index), `${label} `, this.outputs[index]);
      caption.append(told);
    });
    return caption;
  }

  /** Gives the canvas a pixel of its own for each of the screen's. */
  #fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.getContext("2d").scale(ratio, ratio);
    return { width, height };
  }

  #top() {
    const values = this.lines.flatMap(({ key }) => this.samples[key]);
    return round(Math.max(this.floor, ...values));
  }

  #grid(pen, width, y, top) {
    pen.font = "11px system-ui, sans-serif";
    pen.lineWidth = 1;
    pen.fillStyle = QUIET;
    pen.strokeStyle = EDGE;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    for (const value of [0, top / 2, top]) {
      const height = Math.round(y(value)) + 0.5;
      pen.beginPath();
      pen.moveTo(MARGIN.left, height);
      pen.lineTo(width - MARGIN.right, height);
      pen.stroke();
      pen.fillText(this.shown(value), MARGIN.left - 6, height);
    }
    pen.textBaseline = "top";
    const below = y(0) + 5;
    pen.fillText("now", width - MARGIN.right, below);
    pen.textAlign = "left";
    pen.fillText(`${Math.round(this.span / 60)} min ago`, MARGIN.left, below);
  }

  #line(pen, { key }, index, x, y) {
    pen.strokeStyle = COLOURS[index];
    pen.lineWidth = 1.5;
    pen.setLineDash(DASHES[index]);
    pen.beginPath();
    this.samples[key].forEach((value, at) => pen.lineTo(x(this.samples.at[at]), y(value)));
    pen.stroke();
    pen.setLineDash([]);
  }

  #mark(pen, across, height) {
    pen.strokeStyle = QUIET;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(across, MARGIN.top);
    pen.lineTo(across, height - MARGIN.bottom);
    pen.stroke();
  }

  /** Says the values of one sample in words. */
  #showSample(at) {
    this.lines.forEach(({ key }, index) => {
      this.outputs[index].textContent = this.shown(this.samples[key][at]);
    });
  }

  #hover(across) {
    this.hovered = across === null || !this.place ? null : this.#nearest(across);
    this.draw();
  }

  #nearest(across) {
    const far = this.samples.at.map((at) => Math.abs(this.place(at) - across));
    return far.indexOf(Math.min(...far));
  }
}

/** A short piece of a line, for the legend. */
function sample(index) {
  const picture = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "line");
  const stated = { x1: 0, x2: "100%", y1: "50%", y2: "50%", "stroke-width": 2 };
  const looks = { stroke: COLOURS[index], "stroke-dasharray": DASHES[index].join(" ") };
  for (const [name, value] of Object.entries({ ...stated, ...looks })) line.setAttribute(name, value);
  picture.setAttribute("aria-hidden", "true");
  picture.append(line);
  return picture;
}

/** The next round number from `value` up: 1, 2 or 5 times a power of ten. */
function round(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * STEPS.find((step) => step * power >= value * (1 - 1e-9));
}
