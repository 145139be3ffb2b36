import { describe, expect, test } from "vitest";
import { dataOf, EventReader } from "./event-reader";

describe("events end with a blank line", () => {
  test.each<[string, string]>([
    ["of line feeds", "\n\n"],
    ["of both signs", "\r\n\r\n"],
    ["of returns", "\r\r"],
    ["of a line feed and both", "\n\r\n"],
    ["of both and a line feed", "\r\n\n"],
  ])("%s, wherever chunks split it", (_name, end) => {
    const text = `data: one${end}data: two${end}`;
    for (let at = 0; at <= text.length; at += 1) {
      const reader = new EventReader();
      const chunks = [text.slice(0, at), text.slice(at)].map((chunk) => new TextEncoder().encode(chunk));
      expect(chunks.flatMap((chunk) => reader.read(chunk)).map(dataOf)).toEqual(["one", "two"]);
    }
  });
});
