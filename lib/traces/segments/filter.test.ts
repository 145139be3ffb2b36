import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bitsOfQuery, filterOf, MOST_WORDS } from "./filter";
import { hasBit } from "./testing";
import { textQuery } from "./words";

function mayHave(filter: Buffer, search: string): boolean {
  const query = textQuery(search);
  if (!query) throw new Error("a search has words");
  return bitsOfQuery(query).beginning.every((bit) => hasBit(filter, bit));
}

/** A share of texts that no word begins with. */
function passing(filter: Buffer, texts: readonly string[]): number {
  return texts.filter((text) => mayHave(filter, text)).length / texts.length;
}

const word = (nth: number, letters: number): string => {
  let hash = Math.imul(nth + 1, 0x9e3779b1) >>> 0;
  let text = "";
  while (text.length < letters) {
    hash = (Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) + 0x165667b1) >>> 0;
    text += hash.toString(36).slice(-4);
  }
  return text.slice(0, letters);
};
const some = (count: number, letters: number, from = 0) =>
  Array.from({ length: count }, (_, nth) => word(from + nth, letters));

describe("a segment's filter", () => {
  const words = [
    "error",
    "connect",
    "econnrefused",
    "127",
    "0",
    "1",
    "5432",
    "a",
    "req_0a1b2c3d4e5f",
    "返金",
    "金し",
    "金",
    "été",
  ];
  const filter = filterOf(words);

  test.each([
    ...words.flatMap((one) => [one, `${one}.`]),
    "econ",
    "econnrefu",
    "connect econnref",
    "req_0a1b2c3d",
    "返",
    "error 返金",
    "ét",
  ])("lets %j pass", (text) => expect(mayHave(filter, text)).toBe(true));

  test.each([
    "econnreset.",
    "err.",
    "connections.",
    "econnrefused zebra",
    "127.0.0.2",
    "xreq_0",
    "払",
    "返し",
    "errors",
    "5433.",
  ])("stops %j", (text) => expect(mayHave(filter, text)).toBe(false));

  test.each(["e", "ec"])("cannot test beginnings of one or two letters, only such whole words: %j", (text) => {
    const { beginning, whole } = bitsOfQuery({ words: [], beginning: text });
    expect(beginning).toEqual([]);
    expect(whole).toHaveLength(10);
  });

  test.each([
    ["short words", 5, 0.001],
    ["long words", 20, 0.0001],
  ])("filled to capacity lets few other words pass: %s", (_, letters, share) => {
    const full = filterOf(some(MOST_WORDS, letters));
    expect(full.length).toBe(7424);
    expect(passing(full, some(MOST_WORDS, letters))).toBe(1);
    expect(
      passing(
        full,
        some(20_000, letters, 1_000_000).map((text) => `${text}.`),
      ),
    ).toBeLessThan(share);
  });

  test.each([7, 50, 200, 700])("of %d words has the fewest bytes that leave four of ten bits unset", (count) => {
    const words = some(count, 9);
    const filter = filterOf(words);
    expect(7424 % filter.length).toBe(0);
    expect(passing(filter, words)).toBe(1);
    const set = filter.reduce((sum, byte) => sum + byte.toString(2).replaceAll("0", "").length, 0);
    expect(set / filter.length / 8).toBeLessThanOrEqual(0.6);
    // In half as many bytes, more would be set.
    expect(set / filter.length / 8).toBeGreaterThan(0.3);
  });

  test("of more words does not grow further and still passes all of them", () => {
    const full = filterOf(some(30_000, 9));
    expect(full.length).toBe(7424);
    expect(passing(full, some(30_000, 9))).toBe(1);
  });

  test("of no words stops everything", () => {
    expect(mayHave(filterOf([]), "anything")).toBe(false);
  });
});

describe("stored filters remain readable", () => {
  const words = ["error", "connect", "0a1b2c", "返金", "é"];

  test("because the bits of a word never change", () => {
    const bits = words.flatMap((word) => bitsOfQuery({ words: [word], beginning: null }).whole);
    expect(createHash("sha256").update(bits.join(" ")).digest("hex")).toBe(
      "d6334a63c3ba35f62ca6812a743255df68d02cd0551b57818a3e001f08420473",
    );
  });

  test("even with other lengths, as earlier versions stored them", () => {
    const filter = Buffer.from("n3RiP+ip9yUp112DxY9mnWgckA==", "base64");
    for (const text of [...words, "conn", "error é"]) expect(mayHave(filter, text), text).toBe(true);
    for (const text of ["absent", "errors", "connection."]) expect(mayHave(filter, text), text).toBe(false);
  });
});
