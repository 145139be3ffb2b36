import { expect, test } from "vitest";
import { fileText, oneLine } from "./cells";

test.each([
  ["data:image/png;base64,AAAAAAAA", "Image, 6 bytes"],
  [`data:audio/wav;base64,${"A".repeat(16_384)}`, "Audio, 12 kB"],
  ["data:video/mp4;base64,AAAA", null],
  ["https://example.com/a.png", null],
  ["An image", null],
])("a file in a cell: %s", (text, shown) => {
  expect(fileText(text)).toBe(shown);
  expect(oneLine(text)).toBe(shown ?? text);
});
