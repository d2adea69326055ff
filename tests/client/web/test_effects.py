"""The page tells effects in the figures of the terminal."""

from msgspec.structs import asdict
from playwright.sync_api import Page

from support.client.effect_examples import ATTACK, AVERAGE, LIFE, MAGIC, TOLD

WORDS = """async ([scene, effects]) => {
    const { effectsWords } = await load("words/effects");
    return effects.map((each) => effectsWords(scene, [each]));
}"""
LOOKED = """async () => {
    const { Scene } = await load("model/scene");
    const { lookWords } = await load("words/look");
    const scene = new Scene();
    scene.floor = { width: 3, height: 1, average: 4000 };
    scene.tiles = new Uint16Array([1, 2, 0]);
    scene.sight = new Uint8Array([1, 1, 0]);
    const vent = { does: "trap", percent: 25, of: "average", least: 0, damage: "fire" };
    scene.looks = new Map([
        [1, { name: "floor", effects: [] }], [2, { name: "fire trap", effects: [vent] }],
    ]);
    const drink = { does: "cure" };
    scene.kinds = new Map([
        [1, { role: "monster", name: "Old Gall, the rat", boss: true, effects: [] }],
        [2, { role: "item", name: "bitter draught", effects: [drink] }],
    ]);
    const rat = { id: 7, kind: 1, x: 0, y: 0, health: 100, mood: "asleep", statuses: ["burning"] };
    scene.pace = { mode: "real" };
    scene.rate = 10;
    const burning = { percent: 4, damage: "fire", every: 10, speed: 100, taken: 100, dealt: 125 };
    scene.statuses = new Map([["burning", burning]]);
    scene.sightings = new Map([[7, rat], [8, { id: 8, kind: 2, x: 1, y: 0 }]]);
    return [0, 1, 2].map((x) => lookWords(scene, x, 0));
}"""


def test_effects_have_the_figures_that_the_terminal_tells(modules: Page) -> None:
    scene = {
        "hero": {"max_life": LIFE, "attack": ATTACK, "magic": MAGIC},
        "floor": {"average": AVERAGE},
        "pace": {"mode": "real"},
        "rate": 10,
    }
    found = modules.evaluate(WORDS, [scene, [asdict(effect) for effect, _ in TOLD]])
    assert found == [text.replace(" you", " the hero") for _, text in TOLD]


def test_a_cell_is_told_with_what_decides(modules: Page) -> None:
    burns = "Burning: 4 % of full life as fire damage every 1 s, does 25 % more damage."
    assert modules.evaluate(LOOKED) == [
        f"♛ Old Gall, the rat (unhurt, asleep, burning); floor. {burns}",
        "bitter draught; fire trap. Ends all bad statuses. A trap: about 10 fire damage.",
        "",
    ]
