import { afterEach, expect, test, vi } from "vitest";
import { forgetRefusal, hasRefusedWrite, noteRefusal } from "./refused-writes";

vi.stubEnv("ASSAY_LOG", "json");
afterEach(() => vi.restoreAllMocks());

test("the log has a time without writes once when it begins and once when it ends", () => {
  const lines: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => lines.push(JSON.parse(line).message));
  const full = Object.assign(new Error("could not extend file"), { code: "53100" });
  noteRefusal(Object.assign(new Error("duplicate key"), { code: "23505" }));
  expect(hasRefusedWrite()).toBe(false);
  noteRefusal(full);
  noteRefusal(full);
  expect(hasRefusedWrite()).toBe(true);
  forgetRefusal();
  forgetRefusal();
  expect(lines).toEqual(["PostgreSQL refuses writes.", "PostgreSQL takes writes again."]);
});
