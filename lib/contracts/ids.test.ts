import { expect, test } from "vitest";
import { dictionary, list } from "@/lib/bounds/list";
import { id } from "./shapes";

const SPELT = "5F0C1A2B-3C4D-4E5F-8A9B-0C1D2E3F4A5B";
const STORED = SPELT.toLowerCase();

test("ids are read in the spelling in which they are stored, also in lists and as names of members", () => {
  expect(id.parse(SPELT)).toBe(STORED);
  expect(list(id, 2).parse([SPELT])).toEqual([STORED]);
  expect(dictionary(id, id, 2).parse({ [SPELT]: SPELT })).toEqual({ [STORED]: STORED });
  expect(id.safeParse(`${SPELT}0`).error?.issues).toMatchObject([{ message: "Must be a UUID." }]);
});
