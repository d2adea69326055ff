/** Sounds that are made here, for those who switched them on: nothing is loaded, and none waits. */

/** The notes of each sound: [frequency in Hz, from second, for seconds, kind of wave]. */
const SOUNDS = {
  hit: [[180, 0, 0.06, "square"]],
  hurt: [[110, 0, 0.12, "sawtooth"]],
  time: [
    [440, 0, 0.08, "sine"],
    [440, 0.16, 0.08, "sine"],
  ],
  stairs: [
    [392, 0, 0.12, "triangle"],
    [294, 0.12, 0.12, "triangle"],
    [220, 0.24, 0.2, "triangle"],
  ],
  level: [
    [523, 0, 0.1, "triangle"],
    [659, 0.1, 0.1, "triangle"],
    [784, 0.2, 0.25, "triangle"],
  ],
  boss: [
    [82, 0, 0.5, "sawtooth"],
    [87, 0.1, 0.5, "sawtooth"],
  ],
  death: [
    [220, 0, 0.25, "triangle"],
    [165, 0.25, 0.25, "triangle"],
    [110, 0.5, 0.6, "triangle"],
  ],
};
/** How loud a note is, as a share of what the device can. */
const LOUDNESS = 0.06;

export class Sounds {
  constructor(ui) {
    this.ui = ui;
    this.audio = null;
  }

  /** Play a sound by its name, if the viewer wants sounds and the browser has them. */
  play(name) {
    if (this.ui.wishes.sound !== "on" || !("AudioContext" in window)) return;
    this.audio ??= new AudioContext();
    if (this.audio.state === "suspended") this.audio.resume();
    for (const note of SOUNDS[name]) this.playNote(...note);
  }

  playNote(frequency, from, seconds, wave) {
    const { audio } = this;
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    const begins = audio.currentTime + from;
    tone.type = wave;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(LOUDNESS, begins);
    volume.gain.exponentialRampToValueAtTime(0.0001, begins + seconds);
    tone.connect(volume).connect(audio.destination);
    tone.start(begins);
    tone.stop(begins + seconds);
  }
}
