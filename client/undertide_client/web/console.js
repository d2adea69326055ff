/** What the page knows, for tests and for whoever opens the browser's console. It only tells. */

export class Console {
  #page;

  constructor(page) {
    this.#page = page;
    Object.freeze(this);
  }

  /** How the connection is: "connecting", "connected", "waiting" or "over". */
  get phase() {
    return this.#page.link.status.phase;
  }

  /** The number of the last frame; null while there is none to go on from. */
  get number() {
    return this.#page.mirror.number;
  }

  /** What became of the latest intent: {sequence, stage, reason, code}. */
  get fate() {
    return structuredClone(this.#page.link.fate);
  }

  /** Where a replay is; null in a session. `jumping`: the picture of a jump is still to come. */
  get replayState() {
    const { replayState } = this.#page.mirror;
    if (replayState === null) return null;
    const { tick, speed, first, last, begins, elapsed, ends, jumping } = replayState;
    return { tick, speed, first, last, begins, elapsed, ends, jumping };
  }

  /** Return a copy of what the view shows, as plain values: a floor's cells row after row. */
  snapshot() {
    const { mirror } = this.#page;
    const { number, session, following, floor, hero, party, tide, pace } = mirror;
    const { amulets, marks, agreements, intent, pack, spells, abilities, trade } = mirror;
    return structuredClone({
      ...{ number, session, following, floor, hero, party, tide, pace },
      ...{ amulets, marks, agreements, intent, pack, spells, abilities, trade },
      tiles: [...mirror.tiles],
      sight: [...mirror.sight],
      sightings: [...mirror.sightings.values()],
      kinds: [...mirror.kinds.values()],
      threats: [...mirror.threats.values()],
      branches: [...mirror.tree.values()],
      lines: mirror.log.lines.map(({ tone, text, speaker }) => ({ tone, text, speaker })),
    });
  }
}
