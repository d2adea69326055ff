/** A cell of the map in words. */

import { effectsWords, othersStatusesWords } from "./effects.js";
import { calledWords, glyphOf, stateWords, threatWords } from "./words.js";

/** Return what is at a cell, and then the figures by which one decides. */
export function lookWords(scene, x, y) {
  const things = scene.at(x, y);
  const tile = scene.lookAt(x, y);
  const branch = scene.tree.get(scene.stairs.get(y * (scene.floor?.width ?? 0) + x));
  const leads = branch ? ` to ${branch.name}` : "";
  const names = things.map((one) => nameOf(scene, one));
  const figures = things.map((one) => figuresOf(scene, one));
  if (tile) {
    names.push(`${tile.name}${leads}`);
    figures.push(effectsWords(scene, tile.effects));
  }
  const told = figures.filter(Boolean).join(" ");
  return told ? `${names.join("; ")}. ${told}` : names.join("; ");
}

function nameOf(scene, one) {
  const kind = scene.kindOf(one);
  if (kind.role === "item") return kind.name;
  const mark = kind.boss ? `${glyphOf(kind)} ` : "";
  return `${mark}${calledWords(scene, one, kind)} (${stateWords(one)})`;
}

function figuresOf(scene, one) {
  const { role, effects } = scene.kindOf(one);
  if (role === "item") return effectsWords(scene, effects);
  return [threatWords(scene, one), othersStatusesWords(scene, one.statuses)].filter(Boolean).join(" ");
}
