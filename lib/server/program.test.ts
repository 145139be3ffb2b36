import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { inAscii } from "@/scripts/program.mjs";

test.each([
  [String.raw`"–•’".match(/[–•]+(?:x|\’)$/)[0]`],
  [String.raw`/[😀-😂]/u.test("😁") && !/[😀-😂]/u.test("😃")`],
  [String.raw`"\\é" + '\é' + ${"`\\n…`"}`],
  [String.raw`["ß".length, "😀".length, "\u00e9"]`],
])("%s says the same in ASCII", (code) => {
  const written = inAscii(code);
  expect(written).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(written)).toEqual(runInNewContext(code));
});
