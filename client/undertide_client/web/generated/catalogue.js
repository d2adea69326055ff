/**
 * The words of the terminal's client. tests/client/web/renew_catalogue.py writes this file from the
 * modules that stand above their constants, which say what each means: change it there.
 */

/* screens/words/words.py */
export const MODES = {
  solo: "turn by turn",
  party: "party turns",
  real: "real time",
  idle: "time stands still",
};
export const ACTIVITIES = {
  none: "",
  explore: "exploring…",
  travel: "travelling…",
  rest: "resting…",
};
export const AGES = [[86400, "d"], [3600, "h"], [60, "min"]];
export const MAX_WAVES = 8;
export const HEALTH = [
  [100, "unhurt"],
  [70, "scratched"],
  [40, "wounded"],
  [15, "badly hurt"],
  [0, "almost dead"],
];
export const STATES = { alive: "", linkdead: "link lost", asleep: "asleep", dead: "dead" };
export const HELP_QUESTION = "What would have helped?";

/* screens/words/time_words.py */
export const TURN_BY_TURN = ["party", "solo"];

/* screens/words/session_words.py */
export const ACCESS = { public: "public", unlisted: "unlisted", invited: "by invitation" };
export const ACCESS_MEANS = {
  public: "The lobby lists it, and anyone may join.",
  unlisted: "The lobby doesn't list it; anyone who knows its id may join.",
  invited: "Anyone who has the invite code may join or watch.",
};
export const ROLES = {
  host: "party leader",
  moderator: "moderator",
  player: "player",
  spectator: "watches",
};
export const SEAT_STATES = {
  awake: "is awake, and can be harmed",
  asleep: "sleeps there, and nothing can harm it",
  away: "sleeps there, since no key was pressed for long",
  dead: "has died there",
  over: "is there no longer: the run is over",
  resting: "waits there with its run until you come back",
  aside: "waits there: its run can't go on at the moment",
  gone: "is there no longer",
};
export const OPEN_SEATS = ["asleep", "awake", "away", "resting"];
export const HEARING = {
  all: "You hear everyone's chat.",
  players: "You hear only the players' chat.",
  nobody: "You hear nobody's chat.",
};
export const NEXT_HEARING = { all: "players", players: "nobody", nobody: "all" };

/* screens/words/item_words.py */
export const SLOTS = {
  main_hand: "main hand",
  off_hand: "off hand",
  head: "head",
  body: "body",
  hands: "hands",
  feet: "feet",
  cloak: "cloak",
  ring: "ring",
  amulet: "amulet",
};
export const FIGURES = {
  regen: "healing",
  mana_regen: "mana healing",
  nourish: "slower hunger",
  leech: "life drawn by blows",
};
export const MINUS = "−";
export const BETTER = "▲";
export const WORSE = "▼";
export const EQUAL = "=";

/* screens/words/mark_words.py */
export const MARK_GLYPHS = { danger: "⊗", loot: "◈", here: "⚑", help: "✚" };
export const MARK_INKS = {
  danger: [240, 108, 96],
  loot: [230, 196, 112],
  here: [150, 200, 255],
  help: [255, 250, 236],
};
export const HELP_BELOW = 30;

/* messages/words.py */
export const TRICKS = {
  enrages: "fly into a rage",
  divides: "divide into two",
  summons: "call its kin",
  mends: "heal its kin",
  rushes: "charge",
  blinks: "appear beside you",
  drains: "drink life",
  steals: "steal",
  flits: "strike and step back",
  lurks: "lie in wait",
  rises: "rise after its fall",
};

/* screens/words/bearings.py */
export const ARROWS = {
  "0,-1": "↑",
  "1,-1": "↗",
  "1,0": "→",
  "1,1": "↘",
  "0,1": "↓",
  "-1,1": "↙",
  "-1,0": "←",
  "-1,-1": "↖",
};
export const DIRECTION_WORDS = {
  "0,-1": "north",
  "1,-1": "north-east",
  "1,0": "east",
  "1,1": "south-east",
  "0,1": "south",
  "-1,1": "south-west",
  "-1,0": "west",
  "-1,-1": "north-west",
};
export const STEEP = 2;

/* screens/words/effect_words.py */
export const DEVIATIONS = { taken: "takes {} damage", dealt: "does {} damage" };
export const NORMAL = 100;

/* screens/words/figure_words.py */
export const PACE_MEANS = {
  solo: "Nothing moves until you act.",
  party: "Time moves when all heroes here have acted, or when the wait is over.",
  real: "Time runs whether you act or not.",
  idle: "No hero is awake here, so nothing moves.",
};
export const FIGURE_MEANS = {
  life: "Your hero falls at 0. Life comes back slowly while nothing hurts it.",
  mana: "It pays for spells, and comes back slowly by itself.",
  gold: "It buys what shopkeepers offer.",
  tide: "How far the tide of this floor has risen. The higher it stands, the stronger are the monsters that it brings. The next floor begins without one.",
  mark: "Each ~ is a mark that the tide of this floor has passed.",
  party: "The bar is a hero's life. L3 is its level, 12↗ how many steps away it is and which way, and ↓2 its floor.",
  sight: "The bar is a monster's life. The more ! it has, the greater is the danger of fighting it alone; without one there is little.",
};

/* screens/words/ability_words.py */
export const ABILITY_COMMANDS = ["FIRST_ABILITY", "SECOND_ABILITY"];

/* screens/words/time_words.py */
export const MONTHS = [
  "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December",
];

/* text.py */
export const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* ranks.py */
export const RANK_ORDER = ["STRANGER", "SPECTATOR", "PLAYER", "MODERATOR", "HOST", "OPERATOR"];
export const LEAST_RANKS = {
  kick: "MODERATOR",
  ban: "MODERATOR",
  pardon: "MODERATOR",
  mute: "MODERATOR",
  unmute: "MODERATOR",
  lock: "MODERATOR",
  chatting: "MODERATOR",
  refuse: "PLAYER",
  invite: "PLAYER",
  appoint: "HOST",
  open: "HOST",
  dissolve: "HOST",
  outlaw: "OPERATOR",
  announce: "OPERATOR",
};
export const ROLE_RANKS = {
  spectator: "SPECTATOR",
  player: "PLAYER",
  moderator: "MODERATOR",
  host: "HOST",
};

/* codes.py */
export const UNLISTED_ID_LENGTH = 8;

/* data_folder.py */
export const KEY_BYTES = 32;
export const KEY_FILE = "operator.key";

/* options.py */
export const TUTORIAL = "tutorial";

/* model/finds.py */
export const LASTING = ["forge", "item", "person", "stairs", "ware"];

/* screens/widgets/drawing.py */
export const TIMES = "×";

/* model/moments.py */
export const CROWN = "♛";

/* screens/map/map_view.py */
export const ORDER = { item: 0, monster: 1, hero: 2 };
export const LYING = ["asleep", "fallen"];

/* screens/map/routes.py */
export const NO_FOES = ["peaceful", "sealed"];
export const UNHURT = 100;
export const IDLE = ["asleep", "dead", "linkdead"];
export const NEAR = 12;
export const ROLE_ORDER = { monster: 0, item: 1, hero: 2 };

/* screens/map/blast_area.py */
export const MAX_RADIUS = 20;
export const UNHARMED = ["asleep", "fallen"];

/* screens/map/status_bar.py */
export const SHORT = 8;

/* screens/map/goal_card.py */
export const GOAL_KEYS = [["EXPLORE", "explores"], ["HELP", "help"], ["HINTS", "ends these hints"]];

/* screens/map/newcomer_hints.py */
export const HINT_KEYS = {
  fight: "FIGHT",
  look: "LOOK",
  heal: "HEAL",
  rest: "REST",
  take: "TAKE",
  explore: "EXPLORE",
  pack: "PACK",
  down: "DESCEND",
  up: "ASCEND",
  follow: "FOLLOW",
  talk: "CHAT",
  hints: "HINTS",
};
export const NEWCOMER_HINTS = [
  {
    key: "fallen",
    words: "A companion has fallen and dies soon. Walk into it and stay there to revive it.",
  },
  {
    key: "hurt",
    words: "You are badly hurt. {heal} drinks a healing potion. Once nothing hunts you, {rest} rests until you are healed.",
  },
  {
    key: "monster",
    words: "A monster! Walk into it to strike it; {fight} fights the nearest. {look} looks at it and tells how dangerous it is.",
  },
  {
    key: "time",
    words: "Time now runs whether you act or not: in company it does, unless the session has party turns. The panel shows how time passes.",
  },
  {
    key: "company",
    words: "You have company here. Walk into companions to change places; {follow} follows one, {talk} talks.",
  },
  {
    key: "tide",
    words: "The tide has reached this floor: monsters keep coming, and they get stronger. Find the stairs and move on.",
  },
  {
    key: "hunger",
    words: "You are hungry, and wounds close slower. Eat something from the pack: {pack}.",
  },
  {
    key: "find",
    words: "Something lies there. Walk onto it and press {take}; {explore} goes there and takes it by itself.",
  },
  {
    key: "gear",
    words: "You carry gear that you don't wear. {pack} opens the pack: it compares each piece with what you wear, and you wear what you choose there.",
  },
  {
    key: "stairs",
    words: "You know stairs down. {down} walks there; on them, {down} takes them and {up} leads back. Deeper floors are harder.",
  },
];

/* screens/spoken/surroundings.py */
export const MAX_TOLD = 8;
export const ENEMY = "Enemy";
export const CREATURE = "Creature";
export const HERO = "Companion";
export const ITEM = "Item";
export const STAIRS = "Stairs";
export const DOOR = "Door";
export const FORGE = "Forge";
export const HARM = "Harm";
export const MARK = "Mark";
export const NO_FLOOR = "Nothing is in sight yet.";
export const ALONE = "No creature is in sight.";
export const NO_WAY = "No way is open beside you.";
export const ALL_WAYS = "All ways beside you are open.";
export const OUT_OF_SIGHT = "out of sight";
export const REMEMBERED = "remembered";
export const MEANT = "left for you";
export const UNEXPLORED = "Unexplored ground";

/* screens/spoken/changes.py */
export const SORTS = ["Enemy", "Creature", "Companion", "Item"];
export const NO_HERO = "You see what the whole party sees.";
export const GAIN = 10;
export const MEMORY = 10;

/* screens/map/search_screen.py */
export const SORT_WORDS = {
  item: "item",
  ware: "shop ware",
  person: "person people",
  monster: "monster creature",
  hero: "hero companion",
  stairs: "stairs",
  forge: "forge smithy",
  trap: "trap",
  ground: "",
};
export const FILLERS = ["a", "an", "any", "are", "find", "is", "some", "the", "where"];

/* screens/map/mark_screen.py */
export const MARK_KINDS = {
  MARK_DANGER: "danger",
  MARK_LOOT: "loot",
  MARK_HERE: "here",
  MARK_HELP: "help",
};

/* screens/menus/help_pages.py */
export const ABOUT_TIDE = [
  "The longer heroes stay on a floor, the higher its tide rises. Each floor has its own tide: it stands still while no hero is awake there.",
  "After some time of grace, monsters arrive one after the other. They come from out of sight and hunt you. The higher the tide, the stronger and the more frequent they are. From half of it on they come in packs; at high tide these are hasted or heal, and you get hungry twice as fast.",
  "They pay less experience as the tide rises, so waiting for them is no way to grow. Take the stairs: the next floor begins without a tide.",
  "The panel shows how high the tide stands, its last mark, and when its next monsters are due.",
];
export const ABOUT_TIME = [
  "Time depends on who is on your floor, and on the pace that the session was made with.",
  "Turn by turn: nothing moves until you act. So it is while you are alone on a floor, except in a session that is always in real time.",
  "Real time: time runs whether you act or not. So it is in company, except in a session with party turns. While somebody is badly hurt, it may run at half speed.",
  "Party turns: time moves when all heroes of the floor have acted, or when the wait is over.",
  "Times are told in ticks. A usual step takes 2 ticks, and a blow 4.",
  "The panel shows how time passes, and warns you before turns end.",
];

/* screens/menus/chat_screen.py */
export const PROMPTS = {
  all: "Say:",
  players: "Say (you hear players alone):",
  nobody: "Say (you hear nobody):",
};

/* screens/hero/give_screen.py */
export const NOBODY_NEAR = "Nobody of your party is within reach.";

/* screens/hero/sheet_screen.py */
export const DAMAGE_TYPES = ["physical", "cold", "fire", "poison", "arcane", "divine"];
export const ALL = 100;
export const PLAIN_SPEED = 10;

/* screens/hero/trade_screen.py */
export const TRADE_OVER = "The trade is over: the log says how it ended.";
export const OFFERED = "You offer that already: accept, or change it.";
export const NOTHING_OFFERED = "Choose what you give first: a gift needs nothing in return.";

/* screens/lobby/name_screen.py */
export const CALLING_MEANING = "The lobby changes it, and tells more of each.";

/* screens/run/end_screen.py */
export const TUTORIAL_OFFER = "The tutorial teaches to play, a lesson on each of eight small floors, in some ten minutes.";

/* screens/lobby/runs_screen.py */
export const RUN_STATES = {
  live: "live",
  ended: "ended",
  abandoned: "abandoned",
  aside: "set aside",
};

/* screens/lobby/new_session_screen.py */
export const PACE_OPTIONS = [
  {
    value: "auto",
    words: "turns alone, real time in company",
    help: "Turn by turn when alone on a floor.",
  },
  {
    value: "party",
    words: "party turns",
    help: "Time moves when all heroes of a floor have acted.",
  },
  { value: "real", words: "always real time", help: "Time waits for nobody." },
];
export const SMALL_PARTY = [2, 3, 4];
export const TEMPOS = [3, 5, 7, 10, 15];
export const DELAYS = [0, 2, 5, 10, 20, 30, 60, 120, 300, 600];
export const HOUSE = "the server's default";

/* screens/lobby/login_screens.py */
export const NEW_PASSWORD = "At least 8 characters; several unrelated words are a good choice.";
export const AGAIN = "The same password again, in case you mistyped it.";
export const ERASURE = "Nobody can bring the account back, and nobody can have its name again. The server deletes the account, its logins, and its name in reports and the audit log. Runs keep your heroes' names and chat: the operator can delete them.";

/* screens/lobby/account_screen.py */
export const LOG_IN = [
  "log in",
  "With your account's name and password. This machine then remembers it.",
];
export const SIGN_UP = [
  "make an account",
  "Your heroes and sessions are then yours on any machine.",
];
export const PASSWORD = ["change the password", "All your other machines must log in again."];
export const LOG_OUT = ["log out", "You are a guest again, and this machine forgets the account."];
export const EXPORT = [
  "save my data",
  "A copy of this server's data about the account, in a file on this machine.",
];
export const ERASE = ["erase the account", "For good. The game asks for the password first."];
export const EVERYONE = [
  "everyone on this server",
  "Who is where, and who is banned from the server.",
];
export const AUDIT_LOG = ["the audit log", "What moderators and operators did, in all sessions."];

/* screens/people/person_screen.py */
export const APPOINTMENTS = {
  player: ["make a player again", "They are no longer a moderator."],
  moderator: ["make moderator", "They may kick, ban and mute players, lock the game and invite."],
};

/* screens/people/moderation_forms.py */
export const LENGTHS = [10, 60, 360, 1440, 10080, 43200, 0];
export const REPORT_HELP = "Operators read it, with the last lines of chat and both your names. Nobody else learns of it.";

/* screens/people/invite_screen.py */
export const INVITE_USE = "Send this line. It opens the game in a browser; `undertide join` takes it to a terminal.";
export const INVITE_RENEWED = "A moderator can make a new code, which ends this one.";
export const INVITE_BY_SSH = "Without anything installed, from a terminal:";

/* screens/replay/marks.py */
export const MARKS = {
  end: { glyph: "■", word: "the end", ink: [255, 250, 236] },
  boss: { glyph: "♛", word: "a boss", ink: [230, 196, 112] },
  death: { glyph: "†", word: "a death", ink: [240, 108, 96] },
  amulet: { glyph: "◆", word: "an amulet", ink: [96, 180, 226] },
  floor: { glyph: "▼", word: "a floor", ink: [208, 206, 196] },
};
export const RANKS = { end: 0, boss: 1, death: 2, amulet: 3, floor: 4 };
export const FALLS = ["boss", "death"];

/* screens/replay/replay_keys.py */
export const SPEEDS = [25, 50, 100, 200, 400, 800, 1600, 3200, 6400];
export const JUST_PASSED = 2000;

/* screens/replay/replay_bar.py */
export const LIVE_MILLISECONDS = 2000;

/* model/replay_state.py */
export const NORMAL_SPEED = 100;
