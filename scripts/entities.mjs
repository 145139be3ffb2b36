// Writes the table of HTML's named entities that stand for letters, digits, marks, spaces or nothing visible, from the package
// character-entities, which comes with react-markdown: node scripts/entities.mjs
import { writeFileSync } from "node:fs";
import { characterEntities } from "character-entities";

const TABLE = "lib/gateway/guardrails/normal-form/entity-table.ts";
/** Everything else separates words as other signs do, or is in the list of signs beside the table. */
const isRead = (value) => /^[\p{L}\p{N}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]+$/u.test(value.normalize("NFKC"));
/** Names by the code points that they stand for. */
const names = new Map();
for (const [name, value] of Object.entries(characterEntities).sort()) {
  if (!isRead(value)) continue;
  const codes = Array.from(value, (character) => character.codePointAt(0).toString(16)).join("+");
  names.set(codes, [...(names.get(codes) ?? []), name]);
}
const entries = [...names].map(([codes, all]) => `${codes}=${all.join(",")}`);
const lines = [];
for (const entry of entries) {
  const last = lines.at(-1);
  if (last !== undefined && last.length + entry.length < 110) lines[lines.length - 1] = `${last} ${entry}`;
  else lines.push(entry);
}
const text = lines
  .map((line) => `  "${line} " +`)
  .join("\n")
  .replace(/ " \+$/, '"');
writeFileSync(
  TABLE,
  `// HTML's named entities for letters, digits, marks, spaces and what is not seen: code points, then names. Written by
// scripts/entities.mjs.
export const entityTable =
${text};
`,
);
