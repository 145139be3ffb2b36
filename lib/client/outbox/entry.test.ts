import { describe, expect, test } from "vitest";
import { CallError } from "../call-error";
import { firstToSend, isFull, type KeptEntry, pauseAfter, verdictOn } from "./entry";

const entry = (order: number, refusal: string | null = null): KeptEntry => ({
  mutationId: `m${order}`,
  queueId: "q",
  itemId: `i${order}`,
  title: `Item ${order}`,
  act: { kind: "skip", reason: "" },
  at: 0,
  owner: "o",
  order,
  tried: false,
  refusal,
});

test.each([
  ["nothing", [], undefined],
  ["the oldest", [entry(3), entry(1), entry(2)], 1],
  ["past what was refused", [entry(1, "No."), entry(2)], 2],
  ["nothing but refusals", [entry(1, "No.")], undefined],
])("the first entry to send: %s", (_, entries, order) => expect(firstToSend(entries)?.order).toBe(order));

test.each([
  ["nothing", [], false],
  ["less than the room", [entry(1)], false],
  ["the room", [entry(1), entry(2), entry(3)], true],
  ["refusals, which take no room", [entry(1, "No."), entry(2, "No."), entry(3, "No.")], false],
])("an outbox with %s is full: %s", (_, entries, full) => expect(isFull(entries, 80)).toBe(full));

describe("the meaning of a failure", () => {
  test.each([
    [0, "again"],
    [408, "again"],
    [429, "again"],
    [500, "again"],
    [503, "again"],
    [507, "again"],
    [401, "signedOut"],
    [400, "refused"],
    [403, "refused"],
    [404, "refused"],
    [409, "refused"],
  ])("status %i: %s", (status, kind) => expect(verdictOn(new CallError(status, "code", "Because.")).kind).toBe(kind));

  test("a timeout is tried again", () => expect(verdictOn(new DOMException("up", "TimeoutError")).kind).toBe("again"));
  test("a refusal gives its reason", () =>
    expect(verdictOn(new CallError(409, "item_reserved", "Taken."))).toEqual({ kind: "refused", message: "Taken." }));
});

test("pauses double up to half a minute", () =>
  expect([1, 2, 3, 5, 6, 50].map(pauseAfter)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]));
