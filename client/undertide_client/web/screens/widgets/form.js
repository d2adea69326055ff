/** The lines of a form: choices, and text to write. */

/** A text that doesn't fit; `message` says what is wrong with it. */
export class BadText extends Error {}

/** A line with at least one option, of which one is chosen. An option is {value, words, help}. */
export class Choosing {
  constructor(title, help, options, onTurn = () => {}) {
    Object.assign(this, { title, help, options, onTurn });
    this.index = 0;
  }

  /** The value of the chosen option. */
  get value() {
    return this.options[this.index].value;
  }

  /** Choose the option at an index. */
  turnTo(index) {
    this.index = index;
    this.onTurn();
  }

  /** Choose the option with a value, if there is one. */
  set(value) {
    const index = this.options.findIndex((option) => option.value === value);
    if (index >= 0) this.index = index;
  }

  /** Return the help of the chosen option, then that of the line. */
  explain() {
    return [this.options[this.index].help, this.help].filter(Boolean).join(" ");
  }
}

/** A line of text. A secret line shows only its length. */
export class Writing {
  constructor(title, help, limit, { secret = false, text = "" } = {}) {
    Object.assign(this, { title, help, limit, secret, text });
  }

  /** Replace the text of the line. */
  write(text) {
    this.text = text;
  }

  /** Return the help of the line. */
  explain() {
    return this.help;
  }
}

/** Return a line with yes and no. A third option, `open`, comes first and means null. */
export function yesNo(title, help, value, open = "") {
  const sides = [
    { value: true, words: "yes", help: "" },
    { value: false, words: "no", help: "" },
  ];
  const options = open ? [{ value: null, words: open, help: "" }, ...sides] : sides;
  const line = new Choosing(title, help, options);
  line.set(value);
  return line;
}
