/** The tree of a run's floors: what of it holds together, and where each floor lies on its map. */

import { MAX_BRANCHES, MAX_TREE_DEPTH } from "../generated/schema.js";

/** Return the branches by id, each after the one above it; those that hang on nothing left out. */
export function grown(branches) {
  const tree = new Map();
  for (const branch of branches) {
    if (tree.size < MAX_BRANCHES && !tree.has(branch.id) && fits(tree, branch)) {
      tree.set(branch.id, branch);
    }
  }
  return tree;
}

function fits(tree, branch) {
  const above = tree.get(branch.parent);
  if (above === undefined) return tree.size === 0 && branch.depth === 0;
  return branch.depth === above.depth + 1 && branch.depth <= MAX_TREE_DEPTH;
}

/** Return the ids right below each branch, in the order of their stairs. */
export function below(tree) {
  const children = new Map([...tree.keys()].map((id) => [id, []]));
  const ordered = [...tree.values()].sort((a, b) => a.sibling - b.sibling || a.id - b.id);
  for (const branch of ordered) {
    if (branch.depth > 0) children.get(branch.parent).push(branch.id);
  }
  return children;
}

/**
 * Return the column of each branch by its id, from 0: every branch stands over the middle of those
 * below it, and none is nearer than 1 to another of its depth.
 */
export function columns(tree) {
  const children = below(tree);
  const shifts = new Map();
  const outlines = new Map();
  for (const id of [...tree.keys()].reverse()) {
    const [offsets, outline] = joined(children.get(id).map((child) => outlines.get(child)));
    children.get(id).forEach((child, index) => shifts.set(child, offsets[index]));
    outlines.set(id, outline);
  }
  const found = new Map();
  for (const { id, parent } of tree.values()) {
    found.set(id, (found.get(parent) ?? 0) + (shifts.get(id) ?? 0));
  }
  const leftmost = Math.min(0, ...found.values());
  return new Map([...found].map(([id, column]) => [id, column - leftmost]));
}

/**
 * Set parts of the tree side by side below one floor, as close as they fit. Return the column of
 * each from that floor's, and how far left and right all of them reach at each depth from it.
 */
function joined(parts) {
  const offsets = [];
  let left = [];
  let right = [];
  for (const part of parts) {
    const gaps = right.slice(0, part.left.length).map((edge, depth) => edge + 1 - part.left[depth]);
    const offset = gaps.length ? Math.max(...gaps) : 0;
    offsets.push(offset);
    left = [...left, ...part.left.slice(left.length).map((edge) => edge + offset)];
    right = [...part.right.map((edge) => edge + offset), ...right.slice(part.right.length)];
  }
  const middle = offsets.length ? (offsets[0] + offsets[offsets.length - 1]) / 2 : 0;
  const moved = (edges) => [0, ...edges.map((edge) => edge - middle)];
  return [offsets.map((offset) => offset - middle), { left: moved(left), right: moved(right) }];
}

/**
 * Return the ids of the branches on the way from `start` to `goal`: first up, then down. The way
 * leaves `start` out. It is empty if the two are the same, or either is not in the tree.
 */
export function way(tree, start, goal) {
  const up = toRoot(tree, start);
  const down = toRoot(tree, goal);
  if (!up.length || !down.length) return [];
  while (up.length > 1 && down.length > 1 && up.at(-2) === down.at(-2)) {
    up.pop();
    down.pop();
  }
  return [...up.slice(1), ...down.slice(0, -1).reverse()];
}

/** Return a branch and all above it, the root last; nothing if the branch is not in the tree. */
function toRoot(tree, id) {
  const line = [];
  for (let branch = tree.get(id); branch; branch = branch.depth > 0 && tree.get(branch.parent)) {
    line.push(branch.id);
  }
  return line;
}
