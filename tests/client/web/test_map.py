"""The map paints only what has changed, and looks as if all of it were painted anew."""

from msgspec.structs import asdict
from playwright.sync_api import Page

from support.client.client_examples import FORGE, LOOKS, WALL

PAINTED = """async (looks) => {
    const { FloorMap } = await load("map/map");
    const { Scene } = await load("model/scene");
    const [width, height] = [40, 30];
    const scene = new Scene();
    scene.floor = { width, height, branch: 1 };
    scene.looks = new Map(looks.map((look) => [look.code, look]));
    scene.tiles = Uint16Array.from({ length: width * height }, (_, cell) => (cell % 7 ? 2 : 1));
    scene.sight = new Uint8Array(width * height).fill(1);
    scene.kinds = new Map([
        [1, { role: "hero", glyph: "@", colour: 0x60c0ff, seat: 0 }],
        [2, { role: "monster", glyph: "W", colour: 0xff6060, effects: [] }],
    ]);
    scene.number = 1;
    const hero = { id: 1, kind: 1, x: 4, y: 5, health: 80, mood: "", statuses: [] };
    scene.sightings = new Map([[1, hero]]);
    scene.hero = { id: 1 };
    const made = () => {
        const map = new FloorMap(document.createElement("canvas"));
        map.glides = false;
        [map.canvas.width, map.canvas.height] = [640, 480];
        map.camera.resize(640, 480, 1);
        return map;
    };
    let marked = null;
    const painted = (map) => {
        map.draw(scene, marked);
        return map.canvas.toDataURL();
    };
    const wolf = { id: 2, kind: 2, x: 20, y: 14, health: 40, mood: "hunting", statuses: ["slow"] };
    const changes = [
        () => scene.sightings.set(1, { ...hero, x: 18, y: 14 }),
        () => { scene.tiles[14 * width + 20] = 1; },
        () => { scene.tiles[14 * width + 16] = 7; },
        () => scene.sight.fill(0, 0, 12 * width),
        () => { scene.tide = { ...scene.tide, percent: 70 }; },
        () => scene.tiles.forEach((code, cell) => { if (code === 2) scene.tiles[cell] = 4; }),
        () => scene.sightings.set(2, wolf),
        () => scene.sightings.set(2, { ...wolf, x: 19, y: 15 }),
        () => { marked = { cursor: { x: 17, y: 13 }, struck: [{ x: 23, y: 17 }] }; },
        () => { marked = { cursor: { x: 18, y: 13 }, struck: [] }; },
        () => { marked = null; },
        () => { scene.marks = [{ x: 16, y: 12, mark: "danger" }]; },
        () => { scene.marks = []; },
        () => scene.sightings.set(3, { ...hero, id: 3, x: 2, y: 1 }),
        () => scene.sightings.set(3, { ...hero, id: 3, x: 39, y: 14, mood: "asleep" }),
        () => scene.sightings.delete(2),
        () => scene.sightings.delete(3),
        () => {
            kept.context.fillRect(0, 0, 640, 480);
            kept.canvas.dispatchEvent(new Event("contextrestored"));
        },
    ];
    const kept = made();
    const pictures = [painted(kept)];
    return changes.map((change) => {
        change();
        scene.number += 1;
        pictures.push(painted(kept));
        return [pictures.at(-1) !== pictures.at(-2), pictures.at(-1) === painted(made())];
    });
}"""


def test_a_change_shows_as_if_the_whole_floor_were_painted_anew(modules: Page) -> None:
    looks = {look.code: asdict(look) for look in LOOKS}
    looks[FORGE]["glow"] = 5
    looks[WALL]["joins"] = "straight"
    assert modules.evaluate(PAINTED, list(looks.values())) == [[True, True]] * 17 + [[False, True]]
