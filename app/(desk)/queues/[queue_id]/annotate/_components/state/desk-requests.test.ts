import { expect, test } from "vitest";
import { CallError } from "@/lib/client/call-error";
import { haltOf, isOfItem } from "./desk-requests";

test.each([
  ["an archived or deleted queue", 404, "not_found", "Queue not found.", "gone", false],
  ["a removed item", 404, "not_found", "Item not found.", "missing", true],
  ["an item of another annotator", 409, "conflict", "Others have this item.", "conflict", true],
  ["an approved item", 409, "item_approved", "It is approved.", "done", true],
  ["a paused queue", 409, "queue_not_active", "It is paused.", "paused", false],
  ["a person without access", 403, "forbidden", "You may not.", "denied", false],
])("the desk halts for %s", (_, status, code, message, kind, goesOn) => {
  const halt = haltOf(new CallError(status, code, message));
  expect(halt?.kind).toBe(kind);
  expect(halt && isOfItem(halt)).toBe(goesOn);
});

test("a failing network does not halt the desk", () => {
  expect(haltOf(new CallError(0, "unknown", "No answer."))).toBeNull();
});
