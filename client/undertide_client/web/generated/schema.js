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
export const MAX_HINDSIGHT = 8;
export const MAX_LAST_LINES = 60;
export const MAX_CARD_WIDTH = 41;
export const MAX_CARD_HEIGHT = 13;
export const MAX_CARD_LOOKS = 533;
export const MAX_SEATS = 64;
export const MAX_HEROES = 200;
export const MAX_LISTED_WATCHERS = 50;
export const MAX_DELAY = 600;
export const MAX_PORT = 65535;
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
export const MAX_ASKED_SEATS = 12;
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
export const MAX_LISTED_CHAT = 100;
export const MAX_MET = 1000;
export const MAX_COSTS = 64;
export const MAX_SIDE = 512;
export const MAX_AREA = 32768;
export const MAX_TILE_CODE = 1023;
export const MAX_GLOW = 8;
export const MAX_LOOKS = 512;
export const MAX_KINDS = 4096;
export const MAX_SIGHTINGS = 4096;
export const MAX_PHRASES = 200;
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
export const MAX_HELD = 64;
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
  SeatState: ["awake", "asleep", "away", "dead", "over", "resting", "aside", "gone"],
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

/** Types of fields that have a name, as `net/types.js` makes them. */
export const TYPES = {
  Key: ["Returned"],
  Word: ["Printable", 40],
  Thing: ["Printable", 80],
  Sentence: ["Printable", 400],
  ChatLine: ["Printable", 240],
  ShownRun: ["Printable", 64],
  PersonName: ["Named", 16],
  OptionalName: ["Named", 16, true],
  BannedName: ["Named", 40],
  Glyph: ["OneGlyph"],
  Letter: ["OneLetter"],
  Link: ["WebAddress"],
  SiteLink: ["SitePath"],
  Count: ["Number", 0],
  Percent: ["Number", 0, 100],
  Colour: ["Rgb"],
  FirmCount: ["Number", 0],
  FirmPercent: ["Number", 0, 100],
  Tick: ["Number", 0, 1000000000],
  Milliseconds: ["Number", 0, 100000000000],
  ShownDelay: ["Number", 0, 600],
  ShownTickRate: ["Number", 1, 20],
  ShownPort: ["Number", 0, 65535],
  ShownSeats: ["Number", 1, 64],
  Words: ["Listed", "Word", 32],
  Slots: ["Listed", "Slot", 32],
  Figures: ["Listed", ["tuple", "Word", "int"], 32],
  Durations: ["Listed", ["tuple", "Word", "Count"], 32],
  EffectList: ["Listed", "EffectFigures", 32],
  Levels: ["Listed", "Figures", 21],
  Abilities: ["Listed", "AbilityInfo", 8],
};

/** The fields of each part, with their types: the name of one, or its spelling. */
export const PARTS = {
  AbilityInfo: {
    ability: "Key", name: "Word", description: "Sentence", target: ["oneOf", ["none", "cell"]],
    range: "Count", radius: "Count", mana: "Count", cooldown: "Count", passive: "bool",
    harms: "bool", does: "Words",
  },
  EssenceInfo: {
    affix: "Word", costs: ["Listed", "FirmCount", 20], slots: "Slots",
    pieces: ["Listed", "int", 64], makes: ["Listed", "Levels", 64], exchange: "FirmCount",
  },
  HeroStatus: {
    seat: "int", id: "int", life: "Count", max_life: "Count", level: "Count", experience: "Count",
    next_level: "Count", attack: "int", state: "HeroState", activity: "Activity",
    effects: "Durations", resistances: "Figures", gold: "Count", calling: "Word", worn: "Figures",
    mana: "Count", max_mana: "Count", magic: "int", extra: "Figures", absorb: "int", speed: "int",
    hunger: "Hunger", food: "Percent", range: "Count", status_effects: "Words", pack_size: "Count",
    dies_in: "Count", revived_in: "Count", tends: "bool", fights: "bool", follows: "int",
    resting: "Durations", close: "Count", status_figures: "EffectList", reach: "Count",
  },
  IntentReport: { received: "Count", sequence: "Count", outcome: "Outcome", reason: "Sentence" },
  PackItem: {
    item: "int", name: "Thing", count: "Count", glyph: "Glyph", colour: "Colour",
    description: "Sentence", target: ["oneOf", ["none", "cell"]], radius: "Count", usable: "bool",
    slots: "Slots",
    slot: ["oneOf", ["main_hand", "off_hand", "head", "body", "hands", "feet", "cloak", "ring", "amulet", ""], ""],
    quality: "Word", figures: "Figures", affixes: "Figures", essence: ["maybe", "EssenceInfo"],
    does: "Words", tenths: "Figures", letter: "Letter", takes_slot: "bool", offer: "Count",
    scrap: "Count", effects: "EffectList", suits: ["maybe", "int"], gain: ["maybe", "int"],
  },
  SpellInfo: {
    spell: "Key", name: "Word", glyph: "Glyph", colour: "Colour", description: "Sentence",
    mana: "Count", target: ["oneOf", ["none", "cell"]], range: "Count", radius: "Count",
    harms: "bool", helps: "bool", does: "Words", effects: "EffectList",
  },
  TradeTable: {
    number: "int", seat: "int", gives: ["Listed", ["tuple", "int", "Count"], 64],
    gives_gold: "FirmCount", gets: ["Listed", "PackItem", 64], gets_gold: "FirmCount",
    accepts: "bool", is_accepted: "bool",
  },
  CompanionLife: { name: "PersonName", calling: "Word", level: "Count", alive: "bool" },
  FloorVisit: {
    number: "Count", name: "Word", kind: "Word", ticks: "Count", tide: ["Number", -1, 100],
  },
  GearWorn: { slot: "Word", name: "Thing" },
  HeroEnd: {
    name: "PersonName", colour: "Colour", level: "Count", deepest_floor: "Count", kills: "Count",
    fate: "Sentence",
  },
  LastSight: {
    width: ["Number", 1, 41], height: ["Number", 1, 13],
    looks: ["Listed", ["tuple", "Glyph", "Colour"], 533], cells: ["Listed", "Count", 1066],
    x: "int", y: "int", killer: ["tuple", "int", "int"],
  },
  Slain: { name: "Word", count: "Count" },
  CallingInfo: {
    calling: "Key", name: "Word", description: "Sentence", abilities: "Abilities",
    plays: "Sentence", figures: "Figures", start: "Figures", spells: ["Listed", "Word", 52],
  },
  Customs: {
    preset: "Key", pace: "Pace", seats: "ShownSeats", delay: "ShownDelay", accounts: "bool",
    ticks_per_second: "ShownTickRate", ssh_port: "ShownPort",
  },
  Landmark: { tick: "Tick", kind: "LandmarkKind", text: "Sentence", elapsed: "Milliseconds" },
  LobbyHero: {
    seat: "int", name: "PersonName", colour: "Colour", floor: "Count", level: "Count",
    state: "HeroState", away: "bool",
  },
  Phrase: { key: "Word", words: "Sentence" },
  PresetInfo: {
    preset: "Key", title: "Word", description: "Sentence", goal: ["Listed", "Sentence", 3],
    callings: ["Listed", "CallingInfo", 50],
  },
  Rates: { per_second: "Count", burst: "Count", costs: ["Listed", ["tuple", "Key", "Count"], 64] },
  RunInfo: {
    run: "Key", session: "Key", preset: "Word", state: ["oneOf", "RunState", "aside"],
    ticks: "Tick", begun: "Count", heroes: ["Listed", "PersonName", 8], elapsed: "Milliseconds",
  },
  SeatStatus: {
    session: "Key", state: ["oneOf", "SeatState", "gone"], name: "OptionalName", floor: "Count",
  },
  SessionInfo: {
    session: "Key", preset: "Word", pace: "Pace", heroes: "Count", spectators: "Count",
    seats: "Count", deepest_floor: "Count", subtitle: "Sentence", access: "Access", locked: "bool",
    host: "Word", delay: "Count", asleep: "Count", full: "bool", party: ["Listed", "LobbyHero", 8],
    elapsed: "Milliseconds", watchable: "bool", ended: "bool",
  },
  Terms: {
    access: "Access", locked: "bool", watchers_talk: "bool", delay: "ShownDelay",
    friendly_fire: "bool", new_heroes: "bool", gentle: "bool",
  },
  Thumbnail: {
    session: "Key", floor: "Count", name: "Word", width: ["Number", 1, 80],
    height: ["Number", 1, 45], colours: ["Listed", "Colour", 512], cells: ["Listed", "Count", 7200],
    heroes: ["Listed", ["tuple", "int", "int", "int"], 64],
  },
  VariationInfo: { name: "Word", description: "Sentence" },
  AuditEntry: { at: "Count", who: "Word", text: "Sentence", session: "Word" },
  BanInfo: {
    id: "int", who: "BannedName", by: "Word", minutes: ["Number", 0, 527040], reason: "Sentence",
    watching: "bool",
  },
  NodeInfo: {
    id: "Word", state: "Word", sessions: "Count", players: "Count", watchers: "Count",
    lease_age_ms: "Count", rules: "Count", version: "Word",
  },
  PersonInfo: {
    id: "int", name: "PersonName", role: ["oneOf", "MemberRole", "spectator"],
    seat: ["maybe", "int"], account: "Word", connected: "bool", muted: "bool", address: "Word",
    session: "Key",
  },
  ReportInfo: {
    id: "int", at: "Count", session: "Word", by: "PersonName", by_account: "Word",
    name: "PersonName", account: "Word", address: "Word", reason: "Sentence",
    lines: ["Listed", "ReportLine", 20, true],
  },
  ReportLine: { name: "PersonName", text: "ChatLine" },
  SeatInfo: {
    seat: "int", name: "PersonName", colour: "Colour", connected: "bool",
    role: ["oneOf", "MemberRole", "player"], muted: "bool",
  },
  Amulet: { name: "Word", glyph: "Glyph", colour: "Colour", bearer: ["maybe", "int"], key: "Key" },
  BranchInfo: {
    id: "int", parent: "int", depth: "Count", sibling: "int", name: "Word", glyph: "Glyph",
    colour: "Colour", visited: "bool",
  },
  Condition: {
    id: "int", health: "Percent", mood: "Word", statuses: "Words", status_effects: "Words",
  },
  EffectFigures: {
    does: "Word", name: "Word", percent: "Count", of: "Word", least: "Count", damage: "Word",
    chance: "Count", ticks: "Count", every: "Count", radius: "Count", range: "Count",
    count: "Count", speed: "Count", absorb: "Count", taken: "Count", dealt: "Count",
  },
  FloorInfo: {
    branch: "int", number: "Count", name: "Word", width: "Count", height: "Count", type: "Word",
    average: "Count",
  },
  Kind: {
    id: "int", role: ["oneOf", "Role", "item"], name: "Thing", glyph: "Glyph", colour: "Colour",
    description: "Sentence", seat: ["maybe", "int"], key: "Key", ware: ["maybe", "WareInfo"],
    trades: "bool", boss: "bool", effects: "EffectList",
  },
  Line: { tone: "Tone", text: "Sentence" },
  MarkInfo: { x: "int", y: "int", mark: ["oneOf", "MarkKind", "here"], seat: "int" },
  MetKind: {
    name: "Thing", glyph: "Glyph", colour: "Colour", description: "Sentence", fell: "Count",
    facts: ["Listed", "Sentence", 32],
  },
  PaceStatus: {
    mode: ["oneOf", "PaceMode", "idle"], next: ["maybe", ["oneOf", "PaceMode", "idle"]],
    turns_in: "Count", waiting_for: ["Listed", "int", 200], slow: "bool", limit_in: "Count",
    nudge: "bool", paused_for: "Count", pause_asked: ["Listed", "int", 200],
  },
  PartyMember: {
    seat: "int", name: "PersonName", colour: "Colour", floor: "Count", health: "Percent",
    level: "Count", state: "HeroState", branch: "int", calling: "Word", dies_in: "Count",
    returns: "bool", away: "bool", hunger: "Hunger",
  },
  Shift: { id: "int", x: "int", y: "int" },
  Sighting: {
    id: "int", kind: "int", x: "int", y: "int", health: "Percent", mood: "Word", statuses: "Words",
    status_effects: "Words", meant: "bool",
  },
  StairAgreement: {
    branch: "int", agreed: ["Listed", "int", 200], awaited: ["Listed", "int", 200], ticks: "Tick",
  },
  StairInfo: { x: "int", y: "int", branch: "int" },
  Threat: {
    id: "int", deals: "Count", takes: "Count", reach: "Count", danger: "Word", rank: "Count",
    tricks: "Words", spells: "Words", costs: "Percent",
  },
  TideGauge: { percent: "int", mark: "Count", name: "Word", next_in: "Count", worth: "Count" },
  TileLook: {
    code: "Count", name: "Word", glyph: "Glyph", colour: "Colour", walkable: "bool",
    transparent: "bool", stairs: "Stairs", shunned: "bool", description: "Sentence", forge: "bool",
    effects: "EffectList", paper: "Colour", grain: "FirmPercent", glow: ["Number", 0, 8],
    joins: "Joins",
  },
  WareInfo: {
    price: "Count", slots: "Slots", figures: "Figures", tenths: "Figures", does: "Words",
  },
};

/** The fields of each message, by its tag. */
export const ANSWERS = {
  welcome: {
    protocol: "int", server: "Sentence", presets: ["Listed", "Key", 100],
    callings: ["Listed", "CallingInfo", 50], customs: ["maybe", "Customs"], rates: "Rates",
    preset_infos: ["Listed", "PresetInfo", 100], motd: "ChatLine", source: "Link", wheel: "SiteLink",
  },
  sessions: {
    sessions: ["Listed", "SessionInfo", 500], more: "bool", seats: ["Listed", "SeatStatus", 12],
  },
  thumbs: { thumbnails: ["Listed", "Thumbnail", 12] },
  created: { session: "Key", invite: "Key" },
  joined: {
    session: "Key", preset: "Word", seat: "int", name: "PersonName", token: "bytes",
    tiles: ["Listed", "TileLook", 512], subtitle: "Sentence", ticks_per_second: "ShownTickRate",
    statuses: "EffectList", variations: ["Listed", "VariationInfo", 4],
    phrases: ["Listed", "Phrase", 200],
  },
  watching: {
    session: "Key", preset: "Word", name: "PersonName", tiles: ["Listed", "TileLook", 512],
    subtitle: "Sentence", delay: "ShownDelay", ticks_per_second: "ShownTickRate", in_line: "Count",
    statuses: "EffectList", variations: ["Listed", "VariationInfo", 4],
    phrases: ["Listed", "Phrase", 200],
  },
  runs: { runs: ["Listed", "RunInfo", 200], more: "bool" },
  replaying: {
    run: "Key", session: "Key", preset: "Word", tiles: ["Listed", "TileLook", 512],
    seats: ["Listed", "SeatInfo", 200], subtitle: "Sentence", ticks_per_second: "ShownTickRate",
    statuses: "EffectList", variations: ["Listed", "VariationInfo", 4],
    phrases: ["Listed", "Phrase", 200],
  },
  timeline: {
    first: "Tick", last: "Tick", live: "bool", landmarks: ["Listed", "Landmark", 2000, true],
    first_elapsed: "Milliseconds", last_elapsed: "Milliseconds",
  },
  moment: { tick: "Tick", speed: ["Number", 0, 6400], elapsed: "Milliseconds" },
  left: { session: "Key", reason: "Sentence" },
  key: {
    number: "int", seat: ["maybe", "int"], floor: "FloorInfo", tiles: ["list", "int"],
    sight: ["list", "int"], kinds: ["list", "Kind"], sightings: ["list", "Sighting"],
    party: ["Listed", "PartyMember", 200], tide: "TideGauge", pace: "PaceStatus",
    hero: ["maybe", "HeroStatus"], intent: ["maybe", "IntentReport"],
    pack: ["Listed", "PackItem", 128], lines: ["list", "Line"], branches: ["list", "BranchInfo"],
    stairs: ["list", "StairInfo"], amulets: ["Listed", "Amulet", 9],
    spells: ["Listed", "SpellInfo", 64], abilities: "Abilities", threats: ["list", "Threat"],
    trades: ["Listed", "TradeTable", 1], marks: ["Listed", "MarkInfo", 64],
    agreements: ["Listed", "StairAgreement", 16],
  },
  delta: {
    number: "int", tiles: ["list", "int"], sight: ["list", "int"], kinds: ["list", "Kind"],
    appeared: ["list", "Sighting"], gone: ["list", "int"], shifted: ["list", "Shift"],
    changed: ["list", "Condition"], intent: ["maybe", "IntentReport"], lines: ["list", "Line"],
    hero: ["maybe", "HeroStatus"], party: ["maybe", ["Listed", "PartyMember", 200]],
    tide: ["maybe", "TideGauge"], pace: ["maybe", "PaceStatus"],
    pack: ["maybe", ["Listed", "PackItem", 128]], branches: ["maybe", ["list", "BranchInfo"]],
    stairs: ["maybe", ["list", "StairInfo"]], amulets: ["maybe", ["Listed", "Amulet", 9]],
    spells: ["maybe", ["Listed", "SpellInfo", 64]], abilities: ["maybe", "Abilities"],
    threats: ["list", "Threat"], trades: ["maybe", ["Listed", "TradeTable", 1]],
    marks: ["maybe", ["Listed", "MarkInfo", 64]],
    agreements: ["maybe", ["Listed", "StairAgreement", 16]],
  },
  bestiary: { kinds: ["Listed", "MetKind", 1000] },
  account: { name: "Word", operator: "bool", token: "bytes" },
  exported: { data: "text" },
  invited: { session: "Key", code: "Thing" },
  people: {
    session: "Key", people: ["Listed", "PersonInfo", 200], you: "int",
    role: ["oneOf", "MemberRole", "spectator"], terms: "Terms", bans: ["Listed", "BanInfo", 200],
    done: "Sentence",
  },
  audit: { deeds: ["Listed", "AuditEntry", 200] },
  reported: { name: "PersonName" },
  reports: { reports: ["Listed", "ReportInfo", 10], more: "bool" },
  roster: {
    seats: ["Listed", "SeatInfo", 200], watchers: ["Listed", "PersonName", 50], watching: "Count",
    terms: "Terms",
  },
  chat: { name: "PersonName", colour: "Colour", text: "ChatLine", server: "bool" },
  ended: {
    won: "bool", title: "Sentence", heroes: ["Listed", "HeroEnd", 200], ticks: "Count",
    subtitle: "Sentence", floors: "Count", amulets: ["Listed", "Amulet", 9], elapsed: "Count",
    run: "Key", seed: "Word",
  },
  chronicle: {
    run: "ShownRun", number: "Count", name: "PersonName", calling: "Word", preset: "Word",
    subtitle: "Sentence", level: "Count", floor: "Count", cause: "Sentence", kills: "Count",
    elapsed: "Count", floors: ["Listed", "FloorVisit", 100], slain: ["Listed", "Slain", 100],
    gear: ["Listed", "GearWorn", 20], companions: ["Listed", "CompanionLife", 200],
    lines: ["Listed", "Line", 60], hindsight: ["Listed", "Sentence", 8],
    sight: ["maybe", "LastSight"],
  },
  next: { session: "Key", code: "Key", by: "OptionalName" },
  error: { code: ["Returned"], reason: "Sentence", sequence: ["maybe", "int"] },
  pong: {},
  nodes: { nodes: ["Listed", "NodeInfo", 64], pause_ms: "Count" },
  looked: { data: "text" },
  chats: { session: "Key", lines: ["Listed", "ReportLine", 100, true] },
  status: { data: "text" },
};

/** The values of fields that a server may leave out, as they go over the wire. */
export const DEFAULTS = {
  AbilityInfo: {
    target: "none", range: 0, radius: 0, mana: 0, cooldown: 0, passive: false, harms: false,
    does: [],
  },
  EssenceInfo: { pieces: [], makes: [], exchange: 0 },
  HeroStatus: {
    gold: 0, calling: "", worn: [], mana: 0, max_mana: 0, magic: 0, extra: [], absorb: 0, speed: 10,
    hunger: "sated", food: 100, range: 0, status_effects: [], pack_size: 0, dies_in: 0,
    revived_in: 0, tends: false, fights: false, follows: -1, resting: [], close: 100,
    status_figures: [], reach: 1,
  },
  IntentReport: { reason: "" },
  PackItem: {
    target: "none", radius: 0, usable: true, slots: [], slot: "", quality: "", figures: [],
    affixes: [], essence: null, does: [], tenths: [], letter: "", takes_slot: true, offer: 0,
    scrap: 0, effects: [], suits: null, gain: null,
  },
  SpellInfo: {
    target: "none", range: 0, radius: 0, harms: false, helps: false, does: [], effects: [],
  },
  FloorVisit: { tide: -1 },
  LastSight: { killer: [-1, -1] },
  CallingInfo: { abilities: [], plays: "", figures: [], start: [], spells: [] },
  Customs: { ticks_per_second: 10, ssh_port: 0 },
  Landmark: { elapsed: 0 },
  LobbyHero: { away: false },
  PresetInfo: { description: "", goal: [], callings: [] },
  Rates: { per_second: 30, burst: 60, costs: [] },
  RunInfo: { elapsed: 0 },
  SeatStatus: { name: "", floor: 0 },
  SessionInfo: {
    subtitle: "", access: "public", locked: false, host: "", delay: 0, asleep: 0, full: false,
    party: [], elapsed: 0, watchable: true, ended: false,
  },
  Terms: {
    access: "public", locked: false, watchers_talk: true, delay: 0, friendly_fire: true,
    new_heroes: true, gentle: false,
  },
  Thumbnail: { heroes: [] },
  AuditEntry: { session: "" },
  BanInfo: { reason: "", watching: false },
  PersonInfo: { seat: null, account: "", connected: true, muted: false, address: "", session: "" },
  SeatInfo: { role: "player", muted: false },
  Amulet: { bearer: null, key: "" },
  Condition: { statuses: [], status_effects: [] },
  EffectFigures: {
    name: "", percent: 0, of: "", least: 0, damage: "", chance: 100, ticks: 0, every: 0, radius: 0,
    range: 0, count: 0, speed: 100, absorb: 0, taken: 100, dealt: 100,
  },
  FloorInfo: { type: "", average: 0 },
  Kind: {
    description: "", seat: null, key: "", ware: null, trades: false, boss: false, effects: [],
  },
  PaceStatus: {
    next: null, turns_in: 0, waiting_for: [], slow: false, limit_in: 0, nudge: false, paused_for: 0,
    pause_asked: [],
  },
  PartyMember: { branch: 0, calling: "", dies_in: 0, returns: false, away: false, hunger: "sated" },
  Sighting: { health: 100, mood: "", statuses: [], status_effects: [], meant: false },
  Threat: { deals: 0, takes: 0, reach: 1, danger: "", rank: 0, tricks: [], spells: [], costs: 0 },
  TideGauge: { next_in: 0, worth: 0 },
  TileLook: {
    stairs: "none", shunned: false, description: "", forge: false, effects: [], paper: -1, grain: 0,
    glow: 0, joins: "none",
  },
  WareInfo: { slots: [], figures: [], tenths: [], does: [] },
  welcome: {
    callings: [], customs: null, rates: [30, 60, []], preset_infos: [], motd: "", source: "",
    wheel: "",
  },
  sessions: { more: false, seats: [] },
  created: { invite: "" },
  joined: { subtitle: "", ticks_per_second: 10, statuses: [], variations: [], phrases: [] },
  watching: {
    subtitle: "", delay: 0, ticks_per_second: 10, in_line: 0, statuses: [], variations: [],
    phrases: [],
  },
  runs: { more: false },
  replaying: { subtitle: "", ticks_per_second: 10, statuses: [], variations: [], phrases: [] },
  timeline: { first_elapsed: 0, last_elapsed: 0 },
  moment: { elapsed: 0 },
  key: {
    branches: [], stairs: [], amulets: [], spells: [], abilities: [], threats: [], trades: [],
    marks: [], agreements: [],
  },
  delta: {
    tiles: [], sight: [], kinds: [], appeared: [], gone: [], shifted: [], changed: [], intent: null,
    lines: [], hero: null, party: null, tide: null, pace: null, pack: null, branches: null,
    stairs: null, amulets: null, spells: null, abilities: null, threats: [], trades: null,
    marks: null, agreements: null,
  },
  account: { operator: false, token: Uint8Array.of() },
  people: { bans: [], done: "" },
  reports: { more: false },
  roster: { watching: 0, terms: ["public", false, true, 0, true, true, false] },
  chat: { server: false },
  ended: { subtitle: "", floors: 0, amulets: [], elapsed: 0, run: "", seed: "" },
  chronicle: {
    floors: [], slain: [], gear: [], companions: [], lines: [], hindsight: [], sight: null,
  },
  next: { code: "", by: "" },
  error: { sequence: null },
  nodes: { pause_ms: 0 },
  chats: { lines: [] },
};

/** The fields of each message of a client, of each intent and of each order. */
export const REQUEST_FIELDS = {
  hello: ["protocol", "client"],
  list: ["skip", "seats"],
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
  "look?": ["session", "step", "since", "floor", "entity", "component", "after"],
  "chats?": ["session"],
  "status?": [],
};
export const REQUEST_DEFAULTS = {
  list: { skip: 0, seats: [] },
  "runs?": { before: "" },
  create: { preset: "", pace: null, options: ["public", "", 0, null, null, null, 0, null] },
  join: { token: Uint8Array.of(), calling: "" },
  watch: { name: "", seat: null },
  replay: { seat: null, tick: 0, elapsed: null },
  seek: { elapsed: null },
  follow: { seat: null },
  anew: { calling: "" },
  pause: { wanted: true },
  govern: { session: "" },
  "people?": { session: "" },
  "audit?": { session: "" },
  report: { reason: "" },
  "reports?": { before: 0 },
  login: { password: "", token: Uint8Array.of() },
  "look?": { step: null, since: null, floor: null, entity: null, component: "", after: 0 },
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
  explore: ["passes"],
  rest: [],
  stop: [],
  sell: ["item"],
  fight: ["passes"],
  accompany: ["seat"],
  regroup: ["seat"],
  perform: ["ability", "x", "y"],
  trade: ["seat", "items", "gold"],
  accept: ["number"],
  withdraw: [],
  mark: ["mark", "x", "y"],
};
export const INTENT_DEFAULTS = {
  give: { count: 1 },
  wear: { slot: "" },
  use: { x: null, y: null },
  cast: { x: null, y: null },
  climb: { x: null, y: null },
  explore: { passes: false },
  fight: { passes: false },
  regroup: { seat: null },
  perform: { x: null, y: null },
  trade: { items: [], gold: 0 },
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
  kick: { reason: "" },
  ban: { minutes: 0, reason: "" },
  outlaw: { account: "", address: "", minutes: 0, reason: "" },
  mute: { minutes: 0 },
  invite: { renew: false },
  dissolve: { reason: "" },
};

/** The tags of the messages that a client may send in each state. */
export const LEGAL = {
  GREETING: ["hello"],
  LOBBY: [
    "list", "thumbs?", "runs?", "create", "join", "watch", "replay", "ping", "govern", "people?",
    "audit?", "reports?", "nodes?", "drain", "transfer", "look?", "chats?", "status?", "signup",
    "login", "logout", "password", "export", "erase",
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
