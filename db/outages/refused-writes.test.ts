import { expect, test } from "vitest";
import { forgetRefusal, hasRefusedWrite, noteRefusal } from "./refused-writes";

test("the log has a time without writes once when it begins and once when it ends", () => {
  const lines: string[] = [];
  const write = (_level: string, message: string) => lines.push(message);
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  noteRefusal(Object.assign(new Error("duplicate key"), { code: "23505" }), write);
  expect(hasRefusedWrite()).toBe(false);
  noteRefusal(full, write);
  noteRefusal(full, write);
  expect(hasRefusedWrite()).toBe(true);
  forgetRefusal(write);
  forgetRefusal(write);
  expect(lines).toEqual(["PostgreSQL refuses writes.", "PostgreSQL takes writes again."]);
});
