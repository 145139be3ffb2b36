import { expect, test } from "vitest";
import { linesInUse } from "./in-use";

test.each<[what: string, text: string, used: number[], lines: string[]]>([
  ["all", '[1]\n[2]\n{"labels":["a","b"]}', [0, 1], ["[1]", "[2]", '{"labels":["a","b"]}']],
  ["some", '[1]\n[2]\n[3]\n{"labels":["a","b","c"]}', [1], ["null", "[2]", "null", '{"labels":["","b",""]}']],
  ["none", '[1]\n{"labels":["a"]}', [], ["null", '{"labels":[""]}']],
  ["of a segment without labels", "[1]\n[2]", [0], ["[1]", "null"]],
])("%s", (_, text, used, lines) => expect(linesInUse(text, new Set(used))).toEqual(lines));
