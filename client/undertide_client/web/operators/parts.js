/** Parts of an operators' page: tables, fields, buttons and questions. All text is set as text. */

import { MAX_LINE } from "../generated/schema.js";
import { line } from "../net/text.js";
import { element } from "../page/dom.js";

/** Characters of a text that is not broken in a table. */
const SHORT = 24;

/** Return a value as text that is fit to be shown. */
export function shown(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
  return line(value === null || value === undefined ? "" : text, MAX_LINE);
}

/**
 * Return a table with a caption. `columns` are [head, value of a row]; a value is text, a number or
 * an element. `empty` stands in place of a table without rows.
 */
export function table(caption, columns, rows, empty = "Nothing.") {
  if (!rows.length) return element("p", "soft", empty);
  const made = element("table");
  const head = made.createTHead().insertRow();
  made.prepend(element("caption", "unseen", caption));
  for (const [label, valueOf] of columns) {
    const cell = element("th", classOf(valueOf(rows[0])), label || element("span", "unseen", "more"));
    cell.scope = "col";
    head.append(cell);
  }
  const body = made.createTBody();
  for (const row of rows) {
    const cells = body.insertRow();
    for (const [, valueOf] of columns) {
      const value = valueOf(row);
      const cell = cells.insertCell();
      cell.className = classOf(value);
      cell.append(value instanceof Node ? value : shown(value));
    }
  }
  const wide = element("div", "wide", made);
  wide.tabIndex = 0;
  wide.setAttribute("role", "region");
  wide.setAttribute("aria-label", caption);
  return wide;
}

/** Return the class of a cell: numbers stand at the right, and long texts are broken. */
function classOf(value) {
  if (typeof value === "number") return "number";
  return value instanceof Node || shown(value).length <= SHORT ? "" : "long";
}

/** Return a button with a name of its own for those who hear the page. */
export function button(text, onClick, label = "") {
  const made = element("button", "", text);
  made.type = "button";
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

/** Return a link within the page. */
export function link(text, place) {
  const made = element("a", "", shown(text));
  made.href = place;
  return made;
}

/** Return a heading and what stands below it, as a section. */
export function section(title, ...content) {
  return element("section", "", element("h2", "", title), ...content);
}

/** Return a row of buttons and fields. */
export function row(...content) {
  return element("div", "row", ...content);
}

/** Return a field with its label: {field, box}. `kind` is a type of input. */
export function field(label, kind = "text", value = "", attributes = {}) {
  const input = element("input");
  Object.assign(input, { type: kind, value }, attributes);
  return { field: input, box: element("label", "", element("span", "", label), input) };
}

/** Return a choice with its label: {field, box}. */
export function choice(label, options, value) {
  const select = element("select");
  select.append(
    ...options.map((each) => {
      const option = element("option", "", each);
      option.value = each;
      option.selected = each === value;
      return option;
    }),
  );
  return { field: select, box: element("label", "", element("span", "", label), select) };
}

/**
 * Ask for the details of an order before it is given, in a dialog that keys reach and leave. Return
 * the values of its fields by name, or null if nobody wants it any more. `fields` are by name.
 */
export function confirmOrder(title, words, fields = {}) {
  const dialog = element("dialog");
  const form = element("form");
  const answer = element("button", "danger", title);
  answer.type = "submit";
  const boxes = Object.values(fields).map(({ box }) => box);
  form.append(
    element("h2", "", `${title}?`),
    element("p", "", words),
    ...boxes,
    row(answer, button("Cancel", () => dialog.close())),
  );
  dialog.append(form);
  dialog.setAttribute("aria-label", title);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let given = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      given = Object.fromEntries(
        Object.entries(fields).map(([name, { field: input }]) => [name, input.value]),
      );
      dialog.close();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(given);
    });
    dialog.showModal();
  });
}

/** Return a time in seconds since 1970 as this browser writes it. */
export function moment(seconds) {
  return new Date(seconds * 1000).toLocaleString("en-GB");
}
