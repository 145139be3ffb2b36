import { expect, test } from "vitest";
import { fileSize } from "./file-size";

test.each([
  [0, "0 bytes"],
  [1023, "1,023 bytes"],
  [1536, "1.5 kB"],
  [100 * 1024 * 1024, "100 MB"],
  [5 * 1024 ** 4, "5,120 GB"],
])("%i bytes read %s", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
