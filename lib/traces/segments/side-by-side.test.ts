import { describe, expect, test } from "vitest";
import { BITS_BELOW, bitsOfQuery, filterOf } from "./filter";
import { haveAll, ROW_BYTES, renewed, SEGMENTS_OF_GROUP, sideBySide } from "./side-by-side";
import { hasBit } from "./testing";

/** Which filters let a word through, as a search looks it up. */
function passing(rows: Buffer, word: string): number[] {
  const { whole } = bitsOfQuery({ words: [word], beginning: null });
  const bits = rows.length / ROW_BYTES;
  const looked = whole.map((bit) => {
    const row = Math.floor((bit * bits) / BITS_BELOW) * ROW_BYTES;
    return rows.subarray(row, row + ROW_BYTES);
  });
  return [...haveAll(Buffer.concat(looked), [...looked.keys()])];
}

/** Which let it through by themselves. */
const passingAlone = (filters: readonly Buffer[], word: string): number[] => {
  const { whole } = bitsOfQuery({ words: [word], beginning: null });
  const passes = (filter: Buffer) => whole.every((bit) => hasBit(filter, bit));
  return filters.flatMap((filter, nth) => (passes(filter) ? [nth] : []));
};

const words = (segment: number, count = 20): string[] =>
  Array.from({ length: count }, (_, nth) => `word${segment * 7 + nth}`);
const filters = (count: number): Buffer[] => Array.from({ length: count }, (_, nth) => filterOf(words(nth)));

describe("grouped filters", () => {
  test.each([1, 8, 21, SEGMENTS_OF_GROUP])("let the same words pass as each filter by itself: %d", async (count) => {
    const all = filters(count);
    const rows = await sideBySide(all);
    expect(rows.length).toBe((all[0]?.length ?? 0) * SEGMENTS_OF_GROUP);
    for (const word of ["word0", "word19", "word1", "word25", "word140", "word7000", "absent", "word"])
      expect(passing(rows, word), word).toEqual(passingAlone(all, word));
  });

  test("of different lengths let the same words pass as each filter by itself", async () => {
    const all = Array.from({ length: 40 }, (_, nth) => filterOf(words(nth, 2 ** (nth % 8))));
    expect(new Set(all.map(({ length }) => length)).size).toBeGreaterThan(3);
    const rows = await sideBySide(all);
    for (let nth = 0; nth < 400; nth++)
      expect(passing(rows, `word${nth}`), `word${nth}`).toEqual(passingAlone(all, `word${nth}`));
  });

  test.each([100, 300, 1000])(
    "with one of an earlier version, of any length, let its words pass: %d bytes",
    async (length) => {
      const earlier = Buffer.alloc(length);
      for (const word of words(3))
        for (const bit of bitsOfQuery({ words: [word], beginning: null }).whole) {
          const own = Math.floor((bit * length * 8) / BITS_BELOW);
          earlier[own >> 3] = (earlier[own >> 3] ?? 0) | (1 << (own & 7));
        }
      const rows = await sideBySide([filterOf(words(1, 100)), earlier]);
      for (const word of words(3)) expect(passing(rows, word)).toContain(1);
      expect(passing(rows, "absent")).toEqual([]);
    },
  );

  test("can drop some filters and replace others", async () => {
    const all = filters(30);
    const rows = await sideBySide(all);
    const smaller = filterOf(["word7"]);
    const changed = renewed(rows, new Set([0, 1, 2, 29]), new Map([[1, smaller]]));
    expect(passing(changed, "word7")).toEqual([0, 1]);
    expect(passing(changed, "word8")).toEqual([0]);
    expect(passing(changed, "word20")).toEqual([2]);
    expect(passing(changed, "word203")).toEqual([29]);
    expect(passing(changed, "word70")).toEqual([]);
    expect(passing(rows, "word70").length).toBeGreaterThan(1);
  });
});
