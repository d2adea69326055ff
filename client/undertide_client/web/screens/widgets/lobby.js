/** What a server offers in its lobby, for the screens. */

export class Lobby {
  /** `mirror` knows what the server's greeting offers. */
  constructor(mirror) {
    this.mirror = mirror;
    /** Who may find the session that the player last asked the server to make. */
    this.making = "public";
    /** A page of the listed sessions, and one of the old runs; null until the server answered. */
    this.sessions = null;
    this.runs = null;
  }

  /** Whether the server has said what it offers. */
  get greeted() {
    return this.mirror.greeted;
  }

  get presets() {
    return this.mirror.presets;
  }

  /** Titles, descriptions and goals of presets, by their keys. */
  get presetInfos() {
    return this.mirror.presetInfos;
  }

  /** The callings of this server's own preset. */
  get callings() {
    return this.mirror.callings;
  }

  /** The server's defaults for a new session; null if the server sends none. */
  get customs() {
    return this.mirror.customs;
  }

  /** Return a preset's title, or its key if the server tells no title. */
  titleOf(preset) {
    return this.presetInfos.get(preset)?.title || preset;
  }

  /** Return the callings of a preset, or those of the server's own if it tells no others. */
  callingsOf(preset) {
    const own = this.presetInfos.get(preset)?.callings ?? [];
    return own.length ? own : this.callings;
  }

  /** Return a calling's name: the first calling's for an empty key, "" for an unknown one. */
  callingName(key) {
    const found = key ? this.callings.find(({ calling }) => calling === key) : this.callings[0];
    return found?.name ?? "";
  }
}
