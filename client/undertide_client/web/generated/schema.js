/**
 * What this page and its server agree on. tests/client/web/renew_schema.py writes this file from
 * undertide_shared: change it there.
 */
export const PROTOCOL = 1;
export const SUBPROTOCOL = "undertide.v1";

/** Ticks that a floor lives through in a second of real time. */
export const UNSTATED_RATE = 10;

/** Ticks of a step at normal speed, which players call a turn. */
export const TICKS_PER_TURN = 2;

/* Limits: undertide_shared/limits says what each bounds. */
export const MAX_CLIENT_MESSAGE = 2048;
export const MAX_SERVER_MESSAGE = 262144;
export const MAX_CLIENT_ITEMS = 32;
export const MAX_SERVER_ITEMS = 40000;
export const MAX_NESTING = 10;
export const MAX_SEQUENCE = 2147483647;
export const MAX_NUMBER = 9007199254740991;
export const MAX_TOKEN = 64;
export const MAX_RAW = 4;
export const MAX_NAME = 16;
export const MAX_CHAT = 240;
export const MAX_WORD = 40;
export const MAX_THING = 80;
export const MAX_LINE = 400;
export const MAX_MARKS = 3;
export const MAX_MOTD = 240;
export const MAX_ADDRESS = 300;
export const MAX_REASON = 120;
export const MAX_KEY = 64;
export const MAX_SAID = 64;
export const MAX_NETWORK = 64;
export const MAX_PROGRAM = 64;
export const MAX_SEED = 64;
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;
export const MAX_CODE = 80;
export const MAX_STACK = 99;
export const MAX_PACK = 128;
export const MAX_PIECES = 64;
export const MAX_LEVELS = 20;
export const MAX_SPELLS = 64;
export const MAX_ABILITIES = 8;
export const MAX_START = 52;
export const MAX_VISITS = 100;
export const MAX_WORN = 20;
export const MAX_LAST_LINES = 60;
export const MAX_SEATS = 64;
export const MAX_HEROES = 200;
export const MAX_LISTED_WATCHERS = 50;
export const MAX_DELAY = 600;
export const MAX_TICK_RATE = 20;
export const MAX_MINUTES = 527040;
export const MAX_SPEED = 6400;
export const MAX_TICK = 1000000000;
export const MAX_MILLISECONDS = 100000000000;
export const MAX_PRESETS = 100;
export const MAX_GOAL = 3;
export const MAX_VARIATIONS = 4;
export const MAX_CALLINGS = 50;
export const MAX_LISTED_SESSIONS = 500;
export const MAX_NAMED_SESSIONS = 100;
export const MAX_LOBBY_HEROES = 8;
export const MAX_THUMBNAILS = 12;
export const MAX_THUMBNAIL_WIDTH = 80;
export const MAX_THUMBNAIL_HEIGHT = 45;
export const MAX_THUMBNAIL_COLOURS = 512;
export const THUMBNAIL_SECONDS = 5;
export const MAX_LISTED_RUNS = 200;
export const MAX_LISTED_HEROES = 8;
export const MAX_LANDMARKS = 2000;
export const MAX_LISTED_PEOPLE = 200;
export const MAX_LISTED_BANS = 200;
export const MAX_LISTED_NODES = 64;
export const MAX_AUDIT_ENTRIES = 200;
export const MAX_LISTED_REPORTS = 10;
export const MAX_REPORT_LINES = 20;
export const MAX_MET = 1000;
export const MAX_COSTS = 64;
export const MAX_SIDE = 512;
export const MAX_AREA = 32768;
export const MAX_TILE_CODE = 1023;
export const MAX_GLOW = 8;
export const MAX_LOOKS = 512;
export const MAX_KINDS = 4096;
export const MAX_SIGHTINGS = 4096;
export const MAX_EFFECTS = 32;
export const MAX_AMULETS = 9;
export const MAX_CELL_MARKS = 64;
export const MAX_AGREEMENTS = 16;
export const MAX_BRANCHES = 4096;
export const MAX_TREE_DEPTH = 200;

/* Bounds of clients: the terminal client's modules say what each bounds. */
export const MAX_CODES = 100;
export const MAX_UNANSWERED = 64;
export const SHARE_OF_BURST = 0.5;
export const MAX_REPAIRS = 5;
export const GOOD_FRAMES = 20;
export const PATIENCE = 50;
export const MAX_TOKENS = 200;

/** Letters, marks and symbols that show nothing, as a character class has them. */
export const BLANK = "\u034f\u115f-\u1160\u17b4-\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\udb40\udd00-\udb40\uddef";

/** The mark before the server's own lines of chat. */
export const SERVER_MARK = "\u25c6";

/** The letters by which players choose things in lists. */
export const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The text between a session's id and the secret of its invite code. */
export const SEPARATOR = "-";

/** Stands in place of a session's id for one that is made for the player. */
export const NEW_SESSION = "new";

/** Codes with which a server closes a connection. */
export const CLOSING = {
  GOING_AWAY: 1001,
  TOO_LARGE: 1009,
  INTERNAL: 1011,
  WRONG_VERSION: 4001,
  NO_GREETING: 4002,
  TOO_MANY_FAULTS: 4003,
  TOO_FAST: 4004,
  IDLE: 4005,
  BANNED: 4006,
  HOST_LEFT: 4007,
};

/** The words that a field of each type may hold. */
export const WORDS = {
  Tone: ["info", "good", "bad", "combat", "tide", "party", "system"],
  Pace: ["auto", "party", "real"],
  PaceMode: ["solo", "party", "real", "idle"],
  HeroState: ["alive", "linkdead", "asleep", "dead"],
  Outcome: ["none", "waiting", "done", "refused"],
  Activity: ["none", "explore", "travel", "rest"],
  Stairs: ["none", "up", "down"],
  Joins: ["none", "edge", "straight", "round"],
  Role: ["hero", "monster", "item"],
  Slot: ["main_hand", "off_hand", "head", "body", "hands", "feet", "cloak", "ring", "amulet"],
  Hunger: ["sated", "hungry", "starving", "famished"],
  Effect: [
    "heal", "cure", "feed", "hearten", "teach", "bolt", "chain", "ball", "nova", "blink", "light",
    "summon", "harm", "hinder", "boost", "shelter", "ally", "taunt", "guard", "mark", "weaken",
    "empower", "sweep", "shot", "detonate", "disarm", "ambush", "care", "trap", "ground",
  ],
  Trick: [
    "enrages", "divides", "summons", "mends", "rushes", "blinks", "drains", "steals", "flits",
    "lurks", "rises",
  ],
  RunState: ["live", "ended", "abandoned", "aside"],
  LandmarkKind: ["floor", "death", "boss", "amulet", "end"],
  Access: ["public", "unlisted", "invited"],
  MemberRole: ["host", "moderator", "player", "spectator"],
  MarkKind: ["danger", "loot", "here", "help"],
  Listening: ["all", "players", "nobody"],
};

/** The errors of a server, by what a client does about them. */
export const BUSY = ["internal", "server_full", "too_fast"];
export const STALE = ["bad_token", "session_closed", "unknown_seat", "unknown_session"];
export const NO_SESSION = "unknown_session";
export const ENTRY_REFUSALS = [
  "bad_calling", "bad_name", "bad_option", "bad_text", "bad_token", "banned", "locked", "malformed",
  "name_taken", "not_allowed", "session_closed", "session_full", "unknown_preset", "unknown_run",
  "unknown_seat", "unknown_session", "wrong_state",
];

/** The fields of each part, by its name, and of each message, by its tag. */
export const FIELDS = {
  AbilityInfo: [
    "ability", "name", "description", "target", "range", "radius", "mana", "cooldown", "passive",
    "harms", "does",
  ],
  EssenceInfo: ["affix", "costs", "slots", "pieces", "makes", "exchange"],
  HeroStatus: [
    "seat", "id", "life", "max_life", "level", "experience", "next_level", "attack", "state",
    "activity", "effects", "resistances", "gold", "calling", "worn", "mana", "max_mana", "magic",
    "extra", "absorb", "speed", "hunger", "food", "range", "status_effects", "pack_size", "dies_in",
    "revived_in", "tends", "fights", "follows", "resting", "close", "status_figures", "reach",
  ],
  IntentReport: ["received", "sequence", "outcome", "reason"],
  PackItem: [
    "item", "name", "count", "glyph", "colour", "description", "target", "radius", "usable",
    "slots", "slot", "quality", "figures", "affixes", "essence", "does", "tenths", "letter",
    "takes_slot", "offer", "scrap", "effects", "suits",
  ],
  SpellInfo: [
    "spell", "name", "glyph", "colour", "description", "mana", "target", "range", "radius", "harms",
    "helps", "does", "effects",
  ],
  TradeTable: [
    "number", "seat", "gives", "gives_gold", "gets", "gets_gold", "accepts", "is_accepted",
  ],
  CompanionLife: ["name", "calling", "level", "alive"],
  FloorVisit: ["number", "name", "kind", "ticks", "tide"],
  GearWorn: ["slot", "name"],
  HeroEnd: ["name", "colour", "level", "deepest_floor", "kills", "fate"],
  Slain: ["name", "count"],
  CallingInfo: [
    "calling", "name", "description", "abilities", "plays", "figures", "start", "spells",
  ],
  Customs: ["preset", "pace", "seats", "delay", "accounts", "ticks_per_second"],
  Landmark: ["tick", "kind", "text", "elapsed"],
  LobbyHero: ["seat", "name", "colour", "floor", "level", "state", "away"],
  Options: ["access", "seed", "seats", "friendly_fire", "new_heroes", "delay", "ticks_per_second"],
  PresetInfo: ["preset", "title", "description", "goal"],
  Rates: ["per_second", "burst", "costs"],
  RunInfo: ["run", "session", "preset", "state", "ticks", "begun", "heroes", "elapsed"],
  SessionInfo: [
    "session", "preset", "pace", "heroes", "spectators", "seats", "deepest_floor", "subtitle",
    "access", "locked", "host", "delay", "asleep", "full", "party", "elapsed", "watchable", "ended",
  ],
  Terms: ["access", "locked", "watchers_talk", "delay", "friendly_fire", "new_heroes"],
  Thumbnail: ["session", "floor", "name", "width", "height", "colours", "cells", "heroes"],
  VariationInfo: ["name", "description"],
  AuditEntry: ["at", "who", "text", "session"],
  BanInfo: ["id", "who", "by", "minutes", "reason", "watching"],
  NodeInfo: ["id", "state", "sessions", "players", "watchers", "lease_age_ms", "rules", "version"],
  PersonInfo: ["id", "name", "role", "seat", "account", "connected", "muted", "address", "session"],
  ReportInfo: [
    "id", "at", "session", "by", "by_account", "name", "account", "address", "reason", "lines",
  ],
  ReportLine: ["name", "text"],
  SeatInfo: ["seat", "name", "colour", "connected", "role", "muted"],
  Amulet: ["name", "glyph", "colour", "bearer", "key"],
  BranchInfo: ["id", "parent", "depth", "sibling", "name", "glyph", "colour", "visited"],
  Condition: ["id", "health", "mood", "statuses", "status_effects"],
  EffectFigures: [
    "does", "name", "percent", "of", "least", "damage", "chance", "ticks", "every", "radius",
    "range", "count", "speed", "absorb", "taken", "dealt",
  ],
  FloorInfo: ["branch", "number", "name", "width", "height", "type", "average"],
  Kind: [
    "id", "role", "name", "glyph", "colour", "description", "seat", "key", "ware", "trades", "boss",
    "effects",
  ],
  Line: ["tone", "text"],
  MarkInfo: ["x", "y", "mark", "seat"],
  MetKind: ["name", "glyph", "colour", "description", "fell", "facts"],
  PaceStatus: [
    "mode", "next", "turns_in", "waiting_for", "slow", "limit_in", "nudge", "paused_for",
    "pause_asked",
  ],
  PartyMember: [
    "seat", "name", "colour", "floor", "health", "level", "state", "branch", "calling", "dies_in",
    "returns", "away",
  ],
  Shift: ["id", "x", "y"],
  Sighting: ["id", "kind", "x", "y", "health", "mood", "statuses", "status_effects", "meant"],
  StairAgreement: ["branch", "agreed", "awaited", "ticks"],
  StairInfo: ["x", "y", "branch"],
  Threat: ["id", "deals", "takes", "reach", "danger", "rank", "tricks", "spells"],
  TideGauge: ["percent", "mark", "name", "next_in", "worth"],
  TileLook: [
    "code", "name", "glyph", "colour", "walkable", "transparent", "stairs", "shunned",
    "description", "forge", "effects", "paper", "grain", "glow", "joins",
  ],
  WareInfo: ["price", "slots", "figures", "tenths", "does"],
  welcome: [
    "protocol", "server", "presets", "callings", "customs", "rates", "preset_infos", "motd",
    "source", "wheel",
  ],
  sessions: ["sessions", "more"],
  thumbs: ["thumbnails"],
  created: ["session", "invite"],
  joined: [
    "session", "preset", "seat", "name", "token", "tiles", "subtitle", "ticks_per_second",
    "statuses", "variations",
  ],
  watching: [
    "session", "preset", "name", "tiles", "subtitle", "delay", "ticks_per_second", "in_line",
    "statuses", "variations",
  ],
  runs: ["runs", "more"],
  replaying: [
    "run", "session", "preset", "tiles", "seats", "subtitle", "ticks_per_second", "statuses",
    "variations",
  ],
  timeline: ["first", "last", "live", "landmarks", "first_elapsed", "last_elapsed"],
  moment: ["tick", "speed", "elapsed"],
  left: ["session", "reason"],
  key: [
    "number", "seat", "floor", "tiles", "sight", "kinds", "sightings", "party", "tide", "pace",
    "hero", "intent", "pack", "lines", "branches", "stairs", "amulets", "spells", "abilities",
    "threats", "trades", "marks", "agreements",
  ],
  delta: [
    "number", "tiles", "sight", "kinds", "appeared", "gone", "shifted", "changed", "intent",
    "lines", "hero", "party", "tide", "pace", "pack", "branches", "stairs", "amulets", "spells",
    "abilities", "threats", "trades", "marks", "agreements",
  ],
  bestiary: ["kinds"],
  account: ["name", "operator", "token"],
  exported: ["data"],
  invited: ["session", "code"],
  people: ["session", "people", "you", "role", "terms", "bans"],
  audit: ["deeds"],
  reported: ["name"],
  reports: ["reports", "more"],
  roster: ["seats", "watchers", "watching", "terms"],
  chat: ["name", "colour", "text", "server"],
  ended: [
    "won", "title", "heroes", "ticks", "subtitle", "floors", "amulets", "elapsed", "run", "seed",
  ],
  chronicle: [
    "run", "number", "name", "calling", "preset", "subtitle", "level", "floor", "cause", "kills",
    "elapsed", "floors", "slain", "gear", "companions", "lines",
  ],
  next: ["session", "code", "by"],
  error: ["code", "reason", "sequence"],
  pong: [],
  nodes: ["nodes", "pause_ms"],
};

/** The values of fields that a server may leave out, as they go over the wire. */
export const DEFAULTS = {
  AbilityInfo: {
    "target": "none", "range": 0, "radius": 0, "mana": 0, "cooldown": 0, "passive": false, "harms":
    false, "does": [],
  },
  EssenceInfo: {"pieces": [], "makes": [], "exchange": 0},
  HeroStatus: {
    "gold": 0, "calling": "", "worn": [], "mana": 0, "max_mana": 0, "magic": 0, "extra": [],
    "absorb": 0, "speed": 10, "hunger": "sated", "food": 100, "range": 0, "status_effects": [],
    "pack_size": 0, "dies_in": 0, "revived_in": 0, "tends": false, "fights": false, "follows": -1,
    "resting": [], "close": 100, "status_figures": [], "reach": 1,
  },
  IntentReport: {"reason": ""},
  PackItem: {
    "target": "none", "radius": 0, "usable": true, "slots": [], "slot": "", "quality": "",
    "figures": [], "affixes": [], "essence": null, "does": [], "tenths": [], "letter": "",
    "takes_slot": true, "offer": 0, "scrap": 0, "effects": [], "suits": null,
  },
  SpellInfo: {
    "target": "none", "range": 0, "radius": 0, "harms": false, "helps": false, "does": [],
    "effects": [],
  },
  FloorVisit: {"tide": -1},
  CallingInfo: {"abilities": [], "plays": "", "figures": [], "start": [], "spells": []},
  Customs: {"ticks_per_second": 10},
  Landmark: {"elapsed": 0},
  LobbyHero: {"away": false},
  Options: {
    "access": "public", "seed": "", "seats": 0, "friendly_fire": null, "new_heroes": null, "delay":
    null, "ticks_per_second": 0,
  },
  PresetInfo: {"description": "", "goal": []},
  Rates: {"per_second": 30, "burst": 60, "costs": []},
  RunInfo: {"elapsed": 0},
  SessionInfo: {
    "subtitle": "", "access": "public", "locked": false, "host": "", "delay": 0, "asleep": 0,
    "full": false, "party": [], "elapsed": 0, "watchable": true, "ended": false,
  },
  Terms: {
    "access": "public", "locked": false, "watchers_talk": true, "delay": 0, "friendly_fire": true,
    "new_heroes": true,
  },
  Thumbnail: {"heroes": []},
  AuditEntry: {"session": ""},
  BanInfo: {"reason": "", "watching": false},
  PersonInfo: {
    "seat": null, "account": "", "connected": true, "muted": false, "address": "", "session": "",
  },
  SeatInfo: {"role": "player", "muted": false},
  Amulet: {"bearer": null, "key": ""},
  Condition: {"statuses": [], "status_effects": []},
  EffectFigures: {
    "name": "", "percent": 0, "of": "", "least": 0, "damage": "", "chance": 100, "ticks": 0,
    "every": 0, "radius": 0, "range": 0, "count": 0, "speed": 100, "absorb": 0, "taken": 100,
    "dealt": 100,
  },
  FloorInfo: {"type": "", "average": 0},
  Kind: {
    "description": "", "seat": null, "key": "", "ware": null, "trades": false, "boss": false,
    "effects": [],
  },
  PaceStatus: {
    "next": null, "turns_in": 0, "waiting_for": [], "slow": false, "limit_in": 0, "nudge": false,
    "paused_for": 0, "pause_asked": [],
  },
  PartyMember: {"branch": 0, "calling": "", "dies_in": 0, "returns": false, "away": false},
  Sighting: {"health": 100, "mood": "", "statuses": [], "status_effects": [], "meant": false},
  Threat: {"deals": 0, "takes": 0, "reach": 1, "danger": "", "rank": 0, "tricks": [], "spells": []},
  TideGauge: {"next_in": 0, "worth": 0},
  TileLook: {
    "stairs": "none", "shunned": false, "description": "", "forge": false, "effects": [], "paper":
    -1, "grain": 0, "glow": 0, "joins": "none",
  },
  WareInfo: {"slots": [], "figures": [], "tenths": [], "does": []},
  welcome: {
    "callings": [], "customs": null, "rates": [30, 60, []], "preset_infos": [], "motd": "",
    "source": "", "wheel": "",
  },
  sessions: {"more": false},
  created: {"invite": ""},
  joined: {"subtitle": "", "ticks_per_second": 10, "statuses": [], "variations": []},
  watching: {
    "subtitle": "", "delay": 0, "ticks_per_second": 10, "in_line": 0, "statuses": [], "variations":
    [],
  },
  runs: {"more": false},
  replaying: {"subtitle": "", "ticks_per_second": 10, "statuses": [], "variations": []},
  timeline: {"first_elapsed": 0, "last_elapsed": 0},
  moment: {"elapsed": 0},
  key: {
    "branches": [], "stairs": [], "amulets": [], "spells": [], "abilities": [], "threats": [],
    "trades": [], "marks": [], "agreements": [],
  },
  delta: {
    "tiles": [], "sight": [], "kinds": [], "appeared": [], "gone": [], "shifted": [], "changed": [],
    "intent": null, "lines": [], "hero": null, "party": null, "tide": null, "pace": null, "pack":
    null, "branches": null, "stairs": null, "amulets": null, "spells": null, "abilities": null,
    "threats": [], "trades": null, "marks": null, "agreements": null,
  },
  account: {"operator": false, "token": Uint8Array.of()},
  people: {"bans": []},
  reports: {"more": false},
  roster: {"watching": 0, "terms": ["public", false, true, 0, true, true]},
  chat: {"server": false},
  ended: {"subtitle": "", "floors": 0, "amulets": [], "elapsed": 0, "run": "", "seed": ""},
  chronicle: {"floors": [], "slain": [], "gear": [], "companions": [], "lines": []},
  next: {"code": "", "by": ""},
  error: {"sequence": null},
  nodes: {"pause_ms": 0},
};

/** The fields of each message of a client, of each intent and of each order. */
export const REQUEST_FIELDS = {
  hello: ["protocol", "client"],
  list: ["skip"],
  "thumbs?": ["sessions"],
  "runs?": ["before"],
  create: ["preset", "pace", "options"],
  join: ["session", "name", "token", "calling"],
  watch: ["session", "name", "seat"],
  replay: ["run", "seat", "tick", "elapsed"],
  play: ["speed"],
  seek: ["tick", "elapsed"],
  step: ["steps"],
  follow: ["seat"],
  leave: [],
  act: ["sequence", "intent"],
  anew: ["calling"],
  again: [],
  "kinds?": [],
  say: ["text"],
  pause: ["wanted"],
  hear: ["whom"],
  govern: ["order", "session"],
  "people?": ["session"],
  "audit?": ["session"],
  report: ["person", "reason"],
  "reports?": ["before"],
  signup: ["name", "password"],
  login: ["name", "password", "token"],
  logout: [],
  password: ["password", "new"],
  export: [],
  erase: ["password"],
  resync: [],
  ping: [],
  "nodes?": [],
  drain: ["node"],
  transfer: ["session", "node"],
};
export const REQUEST_DEFAULTS = {
  list: {"skip": 0},
  "runs?": {"before": ""},
  create: {"preset": "", "pace": null, "options": ["public", "", 0, null, null, null, 0]},
  join: {"token": Uint8Array.of(), "calling": ""},
  watch: {"name": "", "seat": null},
  replay: {"seat": null, "tick": 0, "elapsed": null},
  seek: {"elapsed": null},
  follow: {"seat": null},
  anew: {"calling": ""},
  pause: {"wanted": true},
  govern: {"session": ""},
  "people?": {"session": ""},
  "audit?": {"session": ""},
  report: {"reason": ""},
  "reports?": {"before": 0},
  login: {"password": "", "token": Uint8Array.of()},
};
export const INTENT_FIELDS = {
  move: ["dx", "dy"],
  wait: [],
  take: [],
  drop: ["item"],
  give: ["item", "seat", "count"],
  wear: ["item", "slot"],
  doff: ["item"],
  shoot: ["x", "y"],
  use: ["item", "x", "y"],
  cast: ["spell", "x", "y"],
  break: ["item"],
  craft: ["item", "essences"],
  climb: ["x", "y"],
  travel: ["x", "y"],
  explore: [],
  rest: [],
  stop: [],
  sell: ["item"],
  fight: [],
  accompany: ["seat"],
  regroup: ["seat"],
  perform: ["ability", "x", "y"],
  trade: ["seat", "items", "gold"],
  accept: ["number"],
  withdraw: [],
  mark: ["mark", "x", "y"],
};
export const INTENT_DEFAULTS = {
  give: {"count": 1},
  wear: {"slot": ""},
  use: {"x": null, "y": null},
  cast: {"x": null, "y": null},
  climb: {"x": null, "y": null},
  regroup: {"seat": null},
  perform: {"x": null, "y": null},
  trade: {"items": [], "gold": 0},
};
export const ORDER_FIELDS = {
  kick: ["person", "reason"],
  ban: ["person", "minutes", "reason"],
  outlaw: ["account", "address", "minutes", "reason"],
  pardon: ["ban"],
  mute: ["person", "minutes"],
  unmute: ["person"],
  refuse: ["person"],
  appoint: ["person", "role"],
  lock: ["locked"],
  open: ["access"],
  chatting: ["watchers"],
  invite: ["renew"],
  dissolve: ["reason"],
  announce: ["text"],
};
export const ORDER_DEFAULTS = {
  kick: {"reason": ""},
  ban: {"minutes": 0, "reason": ""},
  outlaw: {"account": "", "address": "", "minutes": 0, "reason": ""},
  mute: {"minutes": 0},
  invite: {"renew": false},
  dissolve: {"reason": ""},
};

/** The tags of the messages that a client may send in each state. */
export const LEGAL = {
  GREETING: ["hello"],
  LOBBY: [
    "list", "thumbs?", "runs?", "create", "join", "watch", "replay", "ping", "govern", "people?",
    "audit?", "reports?", "nodes?", "drain", "transfer", "signup", "login", "logout", "password",
    "export", "erase",
  ],
  PLAYING: [
    "list", "act", "anew", "again", "kinds?", "say", "hear", "report", "resync", "follow", "leave",
    "pause", "ping", "govern", "people?", "audit?", "reports?",
  ],
  WATCHING: [
    "list", "kinds?", "say", "hear", "report", "resync", "follow", "leave", "ping", "govern",
    "people?", "audit?", "reports?",
  ],
  REPLAYING: ["play", "seek", "step", "resync", "follow", "leave", "ping"],
};
