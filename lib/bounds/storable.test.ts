import { expect, test } from "vitest";
import { parseStorable, storable } from "./storable";

test("a text keeps everything that can be stored", () => {
  expect(storable("a\0b\ud800c😀")).toBe("a\ufffdb\ufffdc😀");
});

test("JSON keeps what can be stored, in names and values, or is refused", () => {
  expect(parseStorable('{"a\\u0000":["\\u0000\\ud800",1,null],"__proto__":true}')).toEqual({
    "a\ufffd": ["\ufffd\ufffd", 1, null],
    ["__proto__"]: true,
  });
  expect(() => parseStorable(`${"[".repeat(1000)}${"]".repeat(1000)}`)).toThrow(RangeError);
  expect(() => parseStorable("<html>")).toThrow(SyntaxError);
});
