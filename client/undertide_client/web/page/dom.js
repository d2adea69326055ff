/**
 * Making and changing elements. Nothing that a server said is ever parsed as HTML: all of it is set
 * as text or as an attribute's value.
 */

/** Return the element with an id. It must be there. */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/** Return a new element with a class, and text or elements in it. */
export function element(kind, className = "", ...content) {
  const made = document.createElement(kind);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/** Return a new element of SVG with attributes, and text or elements in it. */
export function drawn(kind, attributes = {}, ...content) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...content);
  return made;
}

/** Set an element's text, if it is another. */
export function say(target, text) {
  const { firstChild: first } = target;
  const isText = text !== "" && first?.nodeType === Node.TEXT_NODE && !first.nextSibling;
  if (!isText && target.textContent !== text) target.textContent = text;
  else if (isText && first.data !== text) first.data = text;
}

/** What `isNews` was told about elements. */
const told = new WeakMap();

/** Return whether what an element shows is not what this was told about it before. */
export function isNews(target, ...shown) {
  const now = JSON.stringify(shown);
  if (told.get(target) === now) return false;
  told.set(target, now);
  return true;
}

/** Set an attribute, if it is another. */
export function mark(target, name, value) {
  const text = String(value);
  if (target.getAttribute(name) !== text) target.setAttribute(name, text);
}

/** Set an element's colour, as style sheets write it, if it is another. */
export function colour(target, ink) {
  if (isNews(target, ink)) target.style.color = ink;
}

/** Show or hide an element. */
export function show(target, shown) {
  if (target.hidden === shown) target.hidden = !shown;
}

/**
 * Have one child of `parent` for each thing, in their order. Children of things that stay are kept,
 * so that a click or the focus on one is not lost: `keyOf` says which is which.
 */
export function updateChildren(parent, things, keyOf, make, update) {
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  things.forEach((thing, index) => {
    const key = String(keyOf(thing));
    let child = known.get(key);
    if (child === undefined) {
      child = make(thing);
      child.dataset.key = key;
    }
    known.delete(key);
    const there = parent.children[index] ?? null;
    if (there !== child) parent.insertBefore(child, there);
    update(child, thing);
  });
  for (const gone of known.values()) gone.remove();
}

/** Return a function that calls `work` only when what it is given is not what it was before. */
export function onChange(work) {
  let before;
  return (...given) => {
    const now = JSON.stringify(given);
    if (now === before) return;
    before = now;
    work(...given);
  };
}

/** Hand a text to the browser as a file to save. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = element("a");
  Object.assign(link, { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
