// Writes the table of letters that look like ASCII letters, from Unicode's confusables.txt (UTS #39), which is found at
// https://www.unicode.org/Public/security/latest/confusables.txt: node scripts/look-alikes.mjs confusables.txt
import { readFileSync, writeFileSync } from "node:fs";

const TABLE = "lib/gateway/guardrails/normal-form/look-alike-table.ts";
const source = readFileSync(process.argv[2] ?? "", "utf8");
const version = /^# Version: (\S+)/m.exec(source)?.[1];

/** Written without spaces, so that a word's neighbours would count as its letters. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const bare = (text) => text.normalize("NFD").replaceAll(/\p{M}/gu, "");

/** What looks like l may be a capital I; what looks like rn is an m. */
const resolved = (letter, target) => {
  if (target === "rn") return "m";
  return target === "l" && /\p{Lu}/u.test(letter) ? "I" : target;
};

const table = new Map();
for (const [, from, to] of source.matchAll(/^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA/gm)) {
  const letter = String.fromCodePoint(Number.parseInt(from, 16));
  const target = bare(
    String.fromCodePoint(
      ...to
        .trim()
        .split(" ")
        .map((code) => Number.parseInt(code, 16)),
    ),
  );
  const isLigature = /^\p{sc=Latin}/u.test(letter);
  if (!/^\p{L}/u.test(letter) || letter.normalize("NFKD") !== letter || unspaced.test(letter)) continue;
  if (!/^[A-Za-z]+$/.test(target) || (target.length > 1 && target !== "rn" && !isLigature)) continue;
  if (letter > "\x7f") table.set(letter, resolved(letter, target));
}
// A small letter looks like its capital where the table has only that.
for (const [letter, target] of [...table]) {
  const small = letter.toLowerCase();
  if (/[\p{sc=Greek}\p{sc=Cyrillic}]/u.test(letter) && small.normalize("NFKD") === small && !table.has(small)) {
    table.set(small, target.toLowerCase());
  }
}
// Small capitals are letters of their own to Unicode.
const capitals = {
  ᴀ: "a",
  ʙ: "b",
  ᴅ: "d",
  ᴇ: "e",
  ꜰ: "f",
  ɢ: "g",
  ʜ: "h",
  ᴊ: "j",
  ᴋ: "k",
  ʟ: "l",
  ᴍ: "m",
  ɴ: "n",
  ᴘ: "p",
  ʀ: "r",
  ᴛ: "t",
};
for (const [letter, target] of Object.entries(capitals)) table.set(letter, target);
const letters = new Map();
for (const [letter, target] of table) letters.set(target, (letters.get(target) ?? "") + letter);
const entries = [...letters].sort(([one], [other]) => (one < other ? -1 : 1));
writeFileSync(
  TABLE,
  `// Letters that look like ASCII letters: made by scripts/look-alikes.mjs from confusables.txt ${version} of Unicode's UTS #39,
// © Unicode, Inc., under its licence (https://www.unicode.org/license.txt).

export const lookAlikes: Readonly<Record<string, string>> = {
${entries.map(([target, found]) => `  ${target}: ${JSON.stringify(found)},`).join("\n")}
};
`,
);
