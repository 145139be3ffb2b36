import { describe, expect, test } from "vitest";
import { ChunkDecoder, DecodedText } from "./decode-chunks";

const read = (kind: "strict" | "lenient", chunks: readonly Uint8Array[]) => {
  const text = new DecodedText(kind);
  for (const chunk of chunks) text.add(chunk);
  return text.end();
};
const bytes = (...values: number[]) => new Uint8Array(values);

describe.each(["strict", "lenient"] as const)("%s", (kind) => {
  test("a text is the same wherever its bytes are split", () => {
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
  "invalid UTF-8 throws when strict, and is replaced when lenient: %o",
  (chunks) => {
    expect(() => read("strict", chunks)).toThrow();
    expect(read("lenient", chunks)).toBe("A\uFFFD");
  },
);

test("chunks are decoded as they arrive, wherever they are split, without the byte order mark", () => {
  const text = "\uFEFFdata: Zürich\n\uFEFF → 東京 🚆\n";
  const all = new TextEncoder().encode(text);
  const piecewise = (parts: readonly Uint8Array[]) => {
    const decoder = new ChunkDecoder();
    return parts.map((part) => decoder.take(part)).join("") + decoder.end();
  };
  for (let at = 0; at <= all.length; at++) {
    expect(piecewise([all.slice(0, at), all.slice(at)])).toBe(text.slice(1));
  }
  expect(piecewise([...all].map((byte) => bytes(byte)))).toBe(text.slice(1));
  expect(piecewise([bytes(0x41), bytes(0xe6)])).toBe("A\uFFFD");
});
