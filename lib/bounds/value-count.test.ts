import { expect, test } from "vitest";
import { ValueCount } from "./value-count";

const text = JSON.stringify({ 'a"': ['\\"', "\\", "\\\\", ",:[{", '"', ""], b: { c: '\\\\"[' }, "": [[1, 2], "x\\"] });
/** Commas, colons, and what opens, outside of texts. */
const values = 9 + 4 + 5;

const counts = (most: number, chunks: readonly string[]) => () => {
  const count = new ValueCount(most);
  for (const chunk of chunks) count.add(new TextEncoder().encode(chunk));
};

test.each([
  ["in one chunk", (_: number) => [text]],
  ["in two", (at: number) => [text.slice(0, at), text.slice(at)]],
  ["in three, one of a single byte", (at: number) => [text.slice(0, at), text.slice(at, at + 1), text.slice(at + 1)]],
])("values are counted the same %s, wherever the text is split", (_, parted) => {
  for (let at = 0; at <= text.length; at++) {
    expect(counts(values, parted(at))).not.toThrow();
    expect(counts(values - 1, parted(at))).toThrow("values");
  }
});
