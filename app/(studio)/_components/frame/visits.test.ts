import { expect, test } from "vitest";
import { type Visit, withVisit } from "./visits";

const visit = (href: string, label = href): Visit => ({ href, label });

test.each<[string, Visit[], Visit, string[]]>([
  ["the first", [], visit("/a"), ["/a"]],
  ["the newest comes first", [visit("/a")], visit("/b"), ["/b", "/a"]],
  ["an address is there once", [visit("/b"), visit("/a")], visit("/a", "New name"), ["/a", "/b"]],
  ["only the last six", [..."abcdef"].map((name) => visit(name)), visit("g"), [..."gabcde"]],
])("%s", (_, visits, next, expected) => {
  const result = withVisit(visits, next);
  expect(result.map(({ href }) => href)).toEqual(expected);
  expect(result[0]).toEqual(next);
});
