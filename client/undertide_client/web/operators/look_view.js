/** A look into the world of a run, at any of its steps, and what changed between two of them. */

import { download, element } from "../page/dom.js";
import { dataOf } from "./server_views.js";
import { button, field, link, row, section, shown, table } from "./parts.js";

const FAR = 50;
const PAGES = 50;
/** The most rows of a list that are drawn: a page with all of them would be slow, and unread. */
const MOST_ROWS = 300;

/** What somebody looks at: the fields of `LookInto`, with null or "" for what isn't asked for. */
export class Wanted {
  constructor(session, given = {}) {
    this.session = session;
    this.step = given.step ?? null;
    this.since = given.since ?? null;
    this.floor = given.floor ?? null;
    this.entity = given.entity ?? null;
    this.component = given.component ?? "";
  }

  /** Return what an address behind `#/look/` names. */
  static of(session, query) {
    const given = {};
    for (const [name, value] of new URLSearchParams(query)) {
      if (name === "component") given.component = value;
      else if (/^\d{1,15}$/.test(value)) given[name] = Number(value);
    }
    return new Wanted(session, given);
  }

  /** Return the address of the same look with some fields changed. */
  place(changes = {}) {
    const fields = Object.entries({ ...this, ...changes }).filter(
      ([name, value]) => name !== "session" && value !== null && value !== "",
    );
    const query = new URLSearchParams(fields).toString();
    return `#/look/${this.session}${query ? `?${query}` : ""}`;
  }
}

/** Return a look with all its pages. */
async function wholeLook(page, wanted) {
  const told = dataOf(await page.link.request("look?", { ...wanted }));
  for (let read = 1; told.more && read < PAGES; read += 1) {
    const fields = { ...wanted, step: told.step, after: told.more };
    const next = dataOf(await page.link.request("look?", fields));
    for (const rows of ["entities", "changes"]) told[rows]?.push(...(next[rows] ?? []));
    told.more = next.more;
  }
  return told;
}

export async function showLook(page, wanted) {
  const told = await wholeLook(page, wanted);
  const go = (changes) => page.visit(wanted.place(changes));
  page.show(
    `Run ${told.run.slice(0, 12)}, ${told.state}`,
    timeControls(told, go),
    filters(wanted, go),
    link(`Session ${told.session}`, `#/session/${told.session}`),
    section("Heroes", heroTable(told, go)),
    section("Floors", floorTable(told, go)),
    ...(told.maps ?? []).map(mapOf),
    told.changes ? changesSection(told) : entitiesSection(told),
    section("What happened", happenedList(told)),
    section("Landmarks", landmarkTable(told, go)),
    section("Components and systems", censusOf(told, go)),
  );
  page.bindKeys((key) => stepByKey(key, told, go));
}

/** Return the step and the buttons that lead to others. `since` follows, where there is one. */
function timeControls(told, go) {
  const { step, since, first, last } = told;
  const within = (to) => Math.min(last, Math.max(first, to));
  const visit = (to) => go({ step: within(to), ...(since !== null && since >= to ? { since: null } : {}) });
  const chosen = field("step", "number", String(step), { min: first, max: last });
  const compared = field("compared with step", "number", since ?? "", { min: first, max: last });
  const submit = () => go({
    step: chosen.field.value === "" ? null : within(Number(chosen.field.value)),
    since: compared.field.value === "" ? null : Number(compared.field.value),
  });
  for (const { field: input } of [chosen, compared]) {
    input.addEventListener("keydown", ({ key }) => key === "Enter" && submit());
  }
  const save = () => download(`look-${told.run}-${step}.json`, JSON.stringify(told, null, 1));
  const words = `Step ${step} of ${first} to ${last}, tick ${told.progress.ticks},`
    + ` after ${(told.elapsed / 1000).toFixed(1)} s`;
  return element("div", "time",
    element("p", "", words),
    row(
      button(`−${FAR}`, () => visit(step - FAR), `${FAR} steps back`),
      button("−1", () => visit(step - 1), "One step back"),
      button("+1", () => visit(step + 1), "One step forward"),
      button(`+${FAR}`, () => visit(step + FAR), `${FAR} steps forward`),
      button("Latest", () => go({ step: null, since: null })),
      chosen.box, compared.box, button("Go", submit), button("Save as JSON", save),
    ));
}

/** Return where a key leads that stands for a button: the arrows step. */
function stepByKey(key, told, go) {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const to = told.step + by;
  if (!by || to < told.first || to > told.last) return false;
  go({ step: to, ...(told.since !== null && told.since >= to ? { since: null } : {}) });
  return true;
}

function filters(wanted, go) {
  const floor = field("floor", "number", wanted.floor ?? "", { min: 0 });
  const entity = field("entity", "number", wanted.entity ?? "", { min: 0 });
  const component = field("component or path", "text", wanted.component, {
    placeholder: "Effects.remaining.burning", maxLength: 64,
  });
  const numberIn = ({ field: input }) => (input.value === "" ? null : Number(input.value));
  const submit = () => go({
    floor: numberIn(floor), entity: numberIn(entity), component: component.field.value.trim(),
  });
  for (const { field: input } of [floor, entity, component]) {
    input.addEventListener("keydown", ({ key }) => key === "Enter" && submit());
  }
  return row(
    floor.box, entity.box, component.box, button("Filter", submit),
    button("All", () => go({ floor: null, entity: null, component: "" })),
  );
}

function heroTable(told, go) {
  const columns = [
    ["hero", (each) => button(shown(each.name), () => go({ entity: each.entity, floor: null }),
      `Look at ${shown(each.name)}, entity ${each.entity}`)],
    ["seat", (each) => each.seat],
    ["calling", (each) => each.calling],
    ["level", (each) => each.level],
    ["floor", (each) => each.floor || ""],
    ["life", (each) => `${each.life}/${each.max_life}`],
    ["presence", (each) => each.presence],
    ["inbox", (each) => inboxWords(each.inbox)],
    ["fate", (each) => each.cause || each.fate],
  ];
  return table("Heroes", columns, told.heroes, "No hero has come yet.");
}

/** Return the intents that wait, and what became of the last one. */
function inboxWords({ waiting = [], outcome = "", reason = "" }) {
  const waits = waiting.length ? `${waiting.length} wait: ${JSON.stringify(waiting)}; ` : "";
  return `${waits}${outcome}${reason ? `: ${reason}` : ""}`;
}

function floorTable(told, go) {
  const columns = [
    ["floor", (each) => button(String(each.number), () => go({ floor: each.number, entity: null }),
      `Look at floor ${each.number}, ${shown(each.name)}`)],
    ["name", (each) => each.name],
    ["type", (each) => each.type],
    ["clock", (each) => each.clock],
    ["tide", (each) => each.tide.clock ?? 0],
    ["heroes", (each) => each.heroes],
    ["monsters", (each) => each.monsters],
    ["items", (each) => each.items],
  ];
  return table("Floors", columns, told.floors, "No floor was entered yet.");
}

function mapOf({ number, rows }) {
  const map = element("pre", "map", rows.join("\n"));
  map.tabIndex = 0;
  map.setAttribute("role", "img");
  map.setAttribute("aria-label", `Map of floor ${number}`);
  return section(`Map of floor ${number}`, map);
}

function entitiesSection({ entities }) {
  if (!entities) return element("p", "soft", "Choose a hero, a floor or a component to see entities.");
  const articles = entities.slice(0, MOST_ROWS).map((each) => {
    const place = each.floor ? `, floor ${each.floor}${each.x === null ? "" : ` at ${each.x},${each.y}`}` : "";
    const told = element("details", "",
      element("summary", "", shown(`${each.entity} ${each.name}${place}`)),
      componentTable(each));
    told.open = entities.length === 1;
    return told;
  });
  return section(`Entities: ${entities.length}`, ...articles, ...notShown(entities));
}

function componentTable({ entity, components }) {
  const rows = Object.entries(components).flatMap(([name, fields]) => {
    const values = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
    return values.length ? values.map(([key, value]) => [`${name}.${key}`, value]) : [[name, fields]];
  });
  const columns = [["field", ([path]) => path], ["value", ([, value]) => value ?? ""]];
  return table(`Components of entity ${entity}`, columns, rows);
}

function changesSection({ changes, since, step }) {
  const articles = changes.slice(0, MOST_ROWS).map((each) => {
    const columns = [
      ["field", ([path]) => path],
      [`step ${since}`, ([, [before]]) => shown(before)],
      [`step ${step}`, ([, [, after]]) => shown(after)],
    ];
    const told = element("details", each.kind,
      element("summary", "", shown(`${each.entity} ${each.name}: ${each.kind}`)),
      table(`Changes of entity ${each.entity}`, columns, Object.entries(each.fields)));
    told.open = each.kind === "changed" && changes.length <= 20;
    return told;
  });
  const none = changes.length ? [] : [element("p", "soft", "Nothing changed that was asked for.")];
  return section(`Changes: ${changes.length}`, ...none, ...articles, ...notShown(changes));
}

function notShown(rows) {
  const missing = rows.length - MOST_ROWS;
  return missing > 0 ? [element("p", "soft", `${missing} more: filter, or save as JSON.`)] : [];
}

/** Return the inputs and events of the steps that were looked at; ticks alone say nothing. */
function happenedList({ inputs, events }) {
  const all = [...inputs, ...events]
    .filter(({ kind }) => kind !== "Ticked" && kind !== "Turned")
    .sort((one, other) => one.step - other.step);
  const columns = [
    ["step", (each) => each.step],
    ["what", (each) => each.kind],
    ["", (each) => happenedWords(each)],
  ];
  return table("What happened", columns, all, "Nothing but time passed.");
}

function happenedWords(happened) {
  const words = Object.entries(happened)
    .filter(([name, value]) => !["step", "kind"].includes(name) && value !== null && value !== "")
    .map(([name, value]) => {
      const named = value?.name && "entity" in value ? `${value.name} (${value.entity})` : null;
      return `${name} ${named ?? (typeof value === "string" ? value : JSON.stringify(value))}`;
    });
  return words.join(", ");
}

function landmarkTable(told, go) {
  const columns = [
    ["step", (each) => button(String(each.step), () => go({ step: each.step, since: null }),
      `Look at step ${each.step}`)],
    ["what", (each) => each.kind],
    ["", (each) => each.text],
  ];
  return table("Landmarks", columns, [...told.landmarks].reverse(), "None yet.");
}

function censusOf(told, go) {
  const counts = Object.entries(told.components).map(([name, count]) =>
    button(`${name} ${count}`, () => go({ component: name, entity: null, floor: null })));
  const systems = Object.entries(told.pipeline).map(([part, names]) =>
    element("p", "soft", `Systems of a ${part}: ${names.join(", ")}`));
  return element("div", "", row(...counts), ...systems);
}
