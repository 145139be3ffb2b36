import { describe, expect, test } from "vitest";
import type { ItemContext } from "@/lib/annotation/items/read-work";
import {
  afterCompletionAlone,
  afterSubmit,
  approved,
  completed,
  type NextState,
  putBack,
  released,
  seated,
  settledAnew,
  skipped,
} from "./next-state";
import { takenBack } from "./taken-back";

const now = new Date("2026-01-05T10:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

type Seat = NonNullable<ItemContext["seat"]>;
const reserved: Seat = {
  itemId: "item",
  userId: "me",
  queueId: "queue",
  state: "reserved",
  reservedAt: minutes(-2),
  expiresAt: minutes(58),
  completedAt: null,
  skippedAt: null,
  skipReason: null,
  workMs: 1000,
  activeAt: minutes(-1),
  updatedAt: minutes(-1),
};
const label = (change: Partial<ItemContext["labels"][number]> = {}): ItemContext["labels"][number] => ({
  id: "stars",
  name: "Stars",
  type: "star",
  settings: {},
  allowNotes: true,
  version: 1,
  required: true,
  suggested: null,
  scored: false,
  others: 0,
  ...change,
});

interface Case extends Partial<Pick<ItemContext, "seat" | "labels" | "values" | "nearlyDone" | "roles">> {
  item?: Partial<ItemContext["item"]>;
  queue?: Partial<ItemContext["queue"]>;
  others?: Partial<ItemContext["others"]>;
}

const work = ({ item, queue, others, ...rest }: Case = {}): ItemContext => ({
  queue: {
    id: "queue",
    organizationId: "organization",
    workspaceId: "workspace",
    name: "Queue",
    description: null,
    instructions: null,
    status: "active",
    assignmentStrategy: "manual",
    annotationsRequired: 1,
    reservationTimeoutMinutes: 60,
    requiresReview: false,
    autoAssign: true,
    goldPercent: 0,
    repeatPercent: 0,
    sourceLayout: null,
    suggestions: "after",
    dueDate: null,
    projectId: null,
    datasetId: null,
    agentDefinitionId: null,
    isDefault: false,
    createdBy: "owner",
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    ...queue,
  },
  roles: ["annotator"],
  isMember: true,
  userId: "me",
  item: {
    id: "item",
    organizationId: "organization",
    queueId: "queue",
    sourceType: "dataset_row",
    sourceId: "row",
    status: "in_progress",
    openSeats: 0,
    priority: 0,
    order: 0,
    purpose: "work",
    copyOf: null,
    copyFor: null,
    metadata: {},
    reviewStatus: null,
    reviewedBy: null,
    reviewedAt: null,
    reviewNotes: null,
    completedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    ...item,
  },
  revision: "1",
  queueRevision: "1",
  seat: reserved,
  others: { completed: 0, reserved: 0, expired: 0, owed: false, ...others },
  assigned: { own: false, others: false },
  labels: [label({ scored: true })],
  values: [{ labelId: "stars", own: true, others: 0 }],
  hasScored: true,
  sent: null,
  nearlyDone: false,
  ...rest,
});

describe("a seat", () => {
  const renewed: Partial<Seat> = { state: "reserved", expiresAt: minutes(60), workMs: 61_000, activeAt: now };
  test.each<[string, Case, Partial<NextState>, Partial<Seat> | null]>([
    ["one's own is renewed, with what else one has", {}, { openSeats: 0, renewsOthers: true }, renewed],
    [
      "an own one without expiry stays without",
      { seat: { ...reserved, expiresAt: null } },
      {},
      { ...renewed, expiresAt: null },
    ],
    ["a completed one stays", { seat: { ...reserved, state: "completed" } }, { openSeats: 0 }, null],
    ["a free one is taken", { seat: null, item: { openSeats: 2 } }, { openSeats: 1, returns: null }, { workMs: 0 }],
    [
      "one is taken again after a skip, and the time spent stays",
      { seat: { ...reserved, state: "skipped" }, item: { openSeats: 1 } },
      { openSeats: 0 },
      { state: "reserved", expiresAt: minutes(60), workMs: 1000, activeAt: now },
    ],
    [
      "those that have run out are free",
      { seat: null, others: { reserved: 2, expired: 2 } },
      { openSeats: 1, returns: "expired" },
      {},
    ],
  ])("%s", (_, change, state, seat) => {
    const next = seated(work(change), now);
    expect(next).toMatchObject(state);
    if (seat === null) expect(next.seat).toBeNull();
    else expect(next.seat).toMatchObject(seat);
  });

  test.each([
    ["somebody holds the last one", { reserved: 1, completed: 0 }, "item_reserved"],
    ["all are completed", { reserved: 0, completed: 1 }, "item_completed"],
  ])("is refused where %s", (_, others, code) => {
    expect(() => seated(work({ seat: null, others }), now)).toThrow(expect.objectContaining({ detail: { code } }));
  });
});

describe("a submission", () => {
  test.each<[string, Case, string[], Partial<NextState>]>([
    ["begins a pending item", { item: { status: "pending" } }, ["stars"], { status: "in_progress" }],
    ["of a note alone begins nothing", { item: { status: "pending" } }, [], { status: "pending" }],
    ["leaves a completed item completed", { item: { status: "completed" } }, ["stars"], { status: "completed" }],
    [
      "makes work of what was skipped in a completed queue",
      { item: { status: "skipped" }, queue: { status: "completed" } },
      ["stars"],
      { status: "skipped", queueStatus: "active" },
    ],
    [
      "of a check does not",
      { item: { status: "skipped", purpose: "repeat" }, queue: { status: "completed" } },
      ["stars"],
      { queueStatus: null },
    ],
  ])("%s", (_, change, labelIds, state) => {
    expect(afterSubmit(work(change), labelIds, now)).toMatchObject(state);
  });
});

describe("a completion", () => {
  test.each<[string, Case, Partial<NextState>]>([
    ["of the only annotator", {}, { status: "completed", completedAt: now, queueStatus: null, feedback: null }],
    ["of what may be the last item", { nearlyDone: true }, { status: "completed", queueStatus: "completed" }],
    ["of one of two", { queue: { annotationsRequired: 2 } }, { status: "in_progress", completedAt: null }],
    [
      "of the second, where the first owes a required label",
      { queue: { annotationsRequired: 2 }, others: { completed: 1 } },
      { status: "in_progress" },
    ],
    [
      "of the second",
      { queue: { annotationsRequired: 2 }, others: { completed: 1 }, labels: [label({ scored: true, others: 1 })] },
      { status: "completed" },
    ],
    ["before a review", { queue: { requiresReview: true } }, { status: "in_progress", reviewStatus: "pending_review" }],
    [
      "of rework, the last of it",
      { item: { reviewStatus: "rejected" }, queue: { requiresReview: true } },
      { reviewStatus: "pending_review", feedback: "all" },
    ],
    [
      "of rework that somebody else owes as well",
      { item: { reviewStatus: "rejected" }, others: { owed: true } },
      { reviewStatus: "rejected", feedback: "own" },
    ],
    [
      "once more, after a day",
      { item: { status: "completed", completedAt: minutes(-1440) } },
      { status: "completed", completedAt: minutes(-1440) },
    ],
  ])("%s", (_, change, state) => {
    const next = afterCompletionAlone(work(change), now);
    expect(next).toMatchObject(state);
    expect(next.seat).toMatchObject({ state: "completed", expiresAt: null, completedAt: now, workMs: 61_000 });
  });

  test("that was made before changes nothing", () => {
    const done = work({ seat: { ...reserved, state: "completed" }, item: { status: "completed", completedAt: now } });
    expect(completed(done, seated(done, now), [], now)).toEqual(seated(done, now));
  });

  test("counts the values that are sent with it", () => {
    const before = work({ labels: [label()] });
    expect(completed(before, afterSubmit(before, ["stars"], now), ["stars"], now)).toMatchObject({
      status: "completed",
    });
  });

  test.each([
    ["nothing was given", [label({ required: false })], "You must submit annotations before completing."],
    [
      "required labels are missing",
      [label({ scored: true }), label({ id: "tone", name: "Tone" }), label({ id: "text", name: "Text" })],
      "Required labels are missing: Tone, Text.",
    ],
  ])("is refused where %s", (_, labels, message) => {
    // Before seats are asked for.
    expect(() => afterCompletionAlone(work({ labels, seat: null }), now)).toThrow(message);
  });
});

const done: Seat = { ...reserved, state: "completed", expiresAt: null, completedAt: minutes(-1) };
const valuesOf = (own: boolean, others = 0): ItemContext["values"] => [{ labelId: "stars", own, others }];

describe("an item after the work of others", () => {
  test.each<[string, Case, Partial<NextState>]>([
    ["that nobody owes any more", { seat: null, others: { completed: 1 } }, { status: "completed", feedback: "all" }],
    ["that somebody still owes", { seat: null, others: { completed: 1, owed: true } }, { reviewStatus: "rejected" }],
    ["that the reader owes", { seat: { ...reserved, expiresAt: null } }, { reviewStatus: "rejected", feedback: null }],
  ])("%s", (_, change, state) => {
    const labels = [label({ others: 1 })];
    const next = settledAnew(work({ labels, item: { reviewStatus: "rejected" }, ...change }), now);
    expect(next).toMatchObject({ ...state, seat: null });
  });

  test("is completed by an approval, which completes the queue if it is the last item", () => {
    const stamp = { reviewedBy: "reviewer", reviewedAt: now, reviewNotes: "Fine." };
    const waits = work({ item: { reviewStatus: "pending_review" }, nearlyDone: true });
    const state = {
      ...stamp,
      status: "completed",
      reviewStatus: "approved",
      completedAt: now,
      queueStatus: "completed",
    };
    expect(approved(waits, stamp, now)).toMatchObject(state);
  });

  test.each<[string, Case, NextState["queueStatus"]]>([
    ["in review opens a completed queue", { queue: { status: "completed" } }, "active"],
    ["completed may complete the queue", { item: { status: "completed" }, nearlyDone: true }, "completed"],
    ["completed leaves others open", { item: { status: "completed" } }, null],
  ])("that was put back %s", (_, change, queueStatus) => {
    expect(putBack(work(change), now)).toMatchObject({ queueStatus });
  });
});

describe("a skip", () => {
  test.each<[string, Case, boolean, Partial<NextState>, Partial<Seat>]>([
    ["frees what one held", {}, true, { openSeats: 1, status: "in_progress" }, { workMs: 61_000 }],
    ["of what one has not held frees nothing", { seat: null }, true, { openSeats: 0 }, { workMs: 0 }],
    ["of the last annotator skips the item", { seat: null }, false, { status: "skipped" }, {}],
  ])("%s", (_, change, someoneIsLeft, state, seat) => {
    const next = skipped(work(change), "odd", someoneIsLeft, now);
    expect(next).toMatchObject(state);
    expect(next.seat).toMatchObject({ state: "skipped", skippedAt: now, skipReason: "odd", expiresAt: null, ...seat });
  });
});

describe("a release", () => {
  test.each<[string, Case, Partial<NextState> | null]>([
    ["gives the own seat back", {}, { openSeats: 1, returns: "own" }],
    [
      "gives back what has run out",
      { seat: null, others: { reserved: 2, expired: 2 } },
      { openSeats: 2, returns: "others" },
    ],
    [
      "of a manager gives back what others hold",
      { seat: null, others: { reserved: 1 }, roles: ["manager"] },
      { openSeats: 1, returns: "others" },
    ],
    ["of nothing changes nothing", { seat: done }, null],
  ])("%s", (_, change, state) => {
    const next = released(work(change));
    if (state === null) expect(next).toBeNull();
    else expect(next).toMatchObject(state);
  });

  test("of another annotator's reservation is refused", () => {
    expect(() => released(work({ seat: null, others: { reserved: 2, expired: 1 } }))).toThrow("your own reservation");
  });
});

describe("undoing", () => {
  const before = { scores: { stars: null }, note: null, completed: false, reviewStatus: null };
  const value = { value: { rating: 2 }, notes: "", scoreSource: "human", labelVersion: 1 };
  test.each<[string, Case, Parameters<typeof takenBack>[1], Partial<NextState>, Partial<Seat> | null]>([
    ["the only value leaves nothing", {}, before, { status: "pending" }, { state: "reserved" }],
    [
      "a second value leaves the first",
      {},
      { ...before, scores: { stars: value } },
      { status: "in_progress" },
      { state: "reserved" },
    ],
    ["one's own leaves that of others", { values: valuesOf(true, 1) }, before, { status: "in_progress" }, {}],
    [
      "a completion gives the seat back",
      { seat: done, item: { status: "completed" }, queue: { status: "completed" } },
      before,
      { status: "pending", completedAt: null, queueStatus: "active" },
      { state: "reserved", completedAt: null, expiresAt: minutes(60), workMs: 1000, activeAt: now },
    ],
    [
      "a change of finished work leaves it finished",
      { seat: done, item: { status: "completed", completedAt: minutes(-9) } },
      { ...before, completed: true },
      { status: "completed", completedAt: minutes(-9), queueStatus: null },
      null,
    ],
    [
      "rework makes it owed again",
      { seat: done, item: { reviewStatus: "pending_review" } },
      { ...before, scores: { stars: value }, reviewStatus: "rejected" },
      { status: "in_progress", reviewStatus: "rejected", feedback: null },
      { state: "reserved", expiresAt: null },
    ],
    [
      "rework that the annotator alone owes keeps it sent back, though others suffice",
      {
        seat: done,
        item: { reviewStatus: "pending_review" },
        others: { completed: 1 },
        labels: [label({ scored: true, others: 1 })],
      },
      { ...before, scores: { stars: value }, reviewStatus: "rejected" },
      { status: "in_progress", reviewStatus: "rejected" },
      { state: "reserved", expiresAt: null },
    ],
    [
      "what others suffice for leaves it completed",
      {
        seat: done,
        item: { status: "completed" },
        others: { completed: 1 },
        labels: [label({ scored: true, others: 1 })],
      },
      before,
      { status: "completed" },
      { state: "reserved" },
    ],
    [
      "a skip takes a seat, and the item is open again",
      { seat: { ...reserved, state: "skipped" }, item: { status: "skipped", openSeats: 1 }, values: [] },
      null,
      { status: "pending", openSeats: 0 },
      { state: "reserved" },
    ],
    [
      "a skip of what others work on",
      {
        seat: { ...reserved, state: "skipped" },
        item: { status: "skipped", openSeats: 1 },
        values: valuesOf(false, 1),
      },
      null,
      { status: "in_progress" },
      { state: "reserved" },
    ],
  ])("%s", (_, change, sent, state, seat) => {
    const next = takenBack(work(change), sent, now);
    expect(next).toMatchObject(state);
    if (seat === null) expect(next.seat).toBeNull();
    else expect(next.seat).toMatchObject(seat);
  });
});
