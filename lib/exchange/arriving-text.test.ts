import { describe, expect, test } from "vitest";
import { ArrivingPieces, ArrivingText } from "./arriving-text";

const read = (kind: "strict" | "lenient", pieces: readonly Uint8Array[]) => {
  const text = new ArrivingText(kind);
  for (const piece of pieces) text.add(piece);
  return text.end();
};
const bytes = (...values: number[]) => new Uint8Array(values);

describe.each(["strict", "lenient"] as const)("%s", (kind) => {
  test("a text is the same wherever its bytes are parted", () => {
    const text = "Zürich → 東京 🚆";
    const all = new TextEncoder().encode(text);
    expect(read(kind, [])).toBe("");
    expect(read(kind, [all])).toBe(text);
    for (let at = 0; at <= all.length; at++) expect(read(kind, [all.slice(0, at), all.slice(at)])).toBe(text);
    expect(
      read(
        kind,
        [...all].map((byte) => bytes(byte)),
      ),
    ).toBe(text);
  });

  test("one text leaves nothing behind for the next", () => {
    const cut = () => read(kind, [bytes(0xe6, 0x9d)]);
    if (kind === "strict") expect(cut).toThrow();
    else expect(cut()).toBe("\uFFFD");
    expect(read(kind, [bytes(0xb1, 0x41).subarray(1)])).toBe("A");
  });
});

test.each([[[bytes(0x41, 0xff)]], [[bytes(0x41), bytes(0xff)]], [[bytes(0x41), bytes(0xe6)]]])(
  "bytes that are no UTF-8 are thrown at, or replaced: %o",
  (pieces) => {
    expect(() => read("strict", pieces)).toThrow();
    expect(read("lenient", pieces)).toBe("A\uFFFD");
  },
);

test("pieces are read as they come, wherever their bytes are parted, without the mark of their order", () => {
  const text = "\uFEFFdata: Zürich\n\uFEFF → 東京 🚆\n";
  const all = new TextEncoder().encode(text);
  const piecewise = (parts: readonly Uint8Array[]) => {
    const pieces = new ArrivingPieces();
    return parts.map((part) => pieces.take(part)).join("") + pieces.end();
  };
  for (let at = 0; at <= all.length; at++) {
    expect(piecewise([all.slice(0, at), all.slice(at)])).toBe(text.slice(1));
  }
  expect(piecewise([...all].map((byte) => bytes(byte)))).toBe(text.slice(1));
  expect(piecewise([bytes(0x41), bytes(0xe6)])).toBe("A\uFFFD");
});
