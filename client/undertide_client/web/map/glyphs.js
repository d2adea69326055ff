/** The glyphs of what stands on a floor. */

import { CROWN } from "../generated/catalogue.js";

/** Return the glyph that the map and the panel show for a kind: a crown for each boss. */
export function glyphOf({ boss, glyph }) {
  return boss ? CROWN : glyph;
}
