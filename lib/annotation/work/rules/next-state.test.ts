import { describe, expect, test } from "vitest";
import type { Work } from "@/lib/annotation/items/read-work";
import { afterCompletionAlone, afterSubmit, completed, type NextState, seated } from "./next-state";

const now = new Date("2026-01-05T10:00:00Z");
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

type Seat = NonNullable<Work["seat"]>;
const held: Seat = {
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
const label = (change: Partial<Work["labels"][number]> = {}): Work["labels"][number] => ({
  id: "stars",
  name: "Stars",
  type: "star",
  settings: {},
  allowNotes: true,
  version: 1,
  required: true,
  scored: false,
  others: 0,
  ...change,
});

interface Case extends Partial<Pick<Work, "seat" | "labels" | "nearlyDone">> {
  item?: Partial<Work["item"]>;
  queue?: Partial<Work["queue"]>;
  others?: Partial<Work["others"]>;
}

const work = ({ item, queue, others, ...rest }: Case = {}): Work => ({
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
  seat: held,
  others: { completed: 0, expired: 0, held: false, owed: false, ...others },
  assigned: { own: false, others: false },
  labels: [label({ scored: true })],
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
      { seat: { ...held, expiresAt: null } },
      {},
      { ...renewed, expiresAt: null },
    ],
    ["a completed one stays", { seat: { ...held, state: "completed" } }, { openSeats: 0 }, null],
    [
      "a free one is taken",
      { seat: null, item: { openSeats: 2 } },
      { openSeats: 1, returnsExpired: false },
      { workMs: 0 },
    ],
    [
      "one is taken again after a skip, and the time spent stays",
      { seat: { ...held, state: "skipped" }, item: { openSeats: 1 } },
      { openSeats: 0 },
      { state: "reserved", expiresAt: minutes(60), workMs: 1000, activeAt: now },
    ],
    [
      "those that have run out are free",
      { seat: null, others: { expired: 2 } },
      { openSeats: 1, returnsExpired: true },
      {},
    ],
  ])("%s", (_, change, state, seat) => {
    const next = seated(work(change), now);
    expect(next).toMatchObject(state);
    if (seat === null) expect(next.seat).toBeNull();
    else expect(next.seat).toMatchObject(seat);
  });

  test.each([
    ["somebody holds the last one", { held: true }, "item_reserved"],
    ["all are completed", { completed: 1 }, "item_completed"],
  ])("none is left where %s", (_, others, code) => {
    expect(() => seated(work({ seat: null, others }), now)).toThrow(expect.objectContaining({ detail: { code } }));
  });
});

describe("a submit", () => {
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

  test("that stands already changes nothing", () => {
    const done = work({ seat: { ...held, state: "completed" }, item: { status: "completed", completedAt: now } });
    expect(completed(done, seated(done, now), [], now)).toEqual(seated(done, now));
  });

  test("takes the values for given that come with it", () => {
    const given = work({ labels: [label()] });
    expect(completed(given, afterSubmit(given, ["stars"], now), ["stars"], now)).toMatchObject({ status: "completed" });
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
