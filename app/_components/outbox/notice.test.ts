import { expect, test } from "vitest";
import type { KeptEntry } from "@/lib/client/outbox/entry";
import { noticeOf, refusedOf } from "./notice";

const entry = (kind: "submit" | "skip", refusal: string | null = null): KeptEntry => ({
  mutationId: "m",
  queueId: "q",
  itemId: "i",
  title: "Row 1 of Conversations",
  act: kind === "submit" ? { kind, annotations: [], item_notes: "" } : { kind, reason: "" },
  at: 0,
  owner: "o",
  order: 1,
  tried: false,
  refusal,
});
const well = { entries: [], server: "there" as const, caughtUp: [], lasting: true, isFull: false };
const three = [entry("submit"), entry("skip"), entry("submit"), entry("submit", "No.")];

test.each([
  ["all is well", well, null, null],
  ["work on its way", { ...well, entries: three }, null, null],
  ["offline", { ...well, server: "away" as const }, null, "You are offline. Your work is saved in this browser."],
  [
    "offline with one submit",
    { ...well, server: "away" as const, entries: [entry("submit")] },
    null,
    "You are offline. 1 answer is waiting and will be sent automatically.",
  ],
  [
    "offline with more, and what was refused is none of them",
    { ...well, server: "away" as const, entries: three },
    null,
    "You are offline. 2 answers and 1 skip are waiting and will be sent automatically.",
  ],
  [
    "a browser that keeps nothing",
    { ...well, server: "away" as const, entries: [entry("skip")], lasting: false },
    null,
    "You are offline. 1 skip is waiting and will be sent automatically. Keep this page open.",
  ],
  [
    "the session is over",
    { ...well, server: "signedOut" as const, entries: [entry("submit")] },
    null,
    "You are signed out. 1 answer is waiting until you sign in again.",
  ],
  [
    "the session is over while a draft is written",
    { ...well, server: "signedOut" as const },
    null,
    "You are signed out. What you type stays in this browser.",
  ],
  [
    "no room for more",
    { ...well, server: "away" as const, entries: [entry("submit")], isFull: true },
    null,
    "1 answer is waiting, and no more fit into this browser. The item on the desk is kept as a draft: submit it once the others are sent.",
  ],
  ["it was sent", { ...well, caughtUp: [entry("submit")] }, null, "1 answer was sent."],
  ["more was sent", { ...well, caughtUp: three.slice(0, 3) }, null, "2 answers and 1 skip were sent."],
  ["items ahead", well, "The disk is full.", "The next items could not be loaded: The disk is full. Trying again."],
])("%s", (_, state, trouble, text) => expect(noticeOf(state, trouble)?.text ?? null).toBe(text));

test("lists refused entries separately", () => expect(refusedOf(three).map((each) => each.refusal)).toEqual(["No."]));

test("a screen that keeps nothing in the browser says so offline", () => {
  const away = { ...well, server: "away" as const };
  expect(noticeOf(away, null, "Changes cannot be saved.")?.text).toBe("You are offline. Changes cannot be saved.");
});
