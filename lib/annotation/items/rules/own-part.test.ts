import { describe, expect, test } from "vitest";
import { ownState } from "./own-part";

describe("what an annotator of a queue with checks sees of an item", () => {
  const begunByOthers = { status: "in_progress", reviewStatus: null, openSeats: 1 } as const;
  const closedByOthers = { status: "completed", reviewStatus: null, openSeats: 0 } as const;
  const approved = { status: "completed", reviewStatus: "approved", openSeats: 0 } as const;
  const sentBack = { status: "in_progress", reviewStatus: "rejected", openSeats: 0 } as const;
  const inReview = { status: "in_progress", reviewStatus: "pending_review" };
  test.each([
    ["free, and begun by others", begunByOthers, null, false, { status: "pending", reviewStatus: null }],
    ["reserved, and begun by others", begunByOthers, "reserved", false, { status: "pending", reviewStatus: null }],
    ["reserved and scored", begunByOthers, "reserved", true, { status: "in_progress", reviewStatus: null }],
    ["skipped, and closed by others", closedByOthers, "skipped", false, { status: "skipped", reviewStatus: null }],
    ["closed by others", closedByOthers, null, false, null],
    ["sent back to the annotator", sentBack, "reserved", true, null],
    ["sent back to others", sentBack, "completed", true, { status: "completed", reviewStatus: null }],
    ["completed, but not by others", begunByOthers, "completed", true, { status: "completed", reviewStatus: null }],
  ] as const)("%s", (_, item, seat, hasScored, seen) => {
    expect(ownState(item, { seat, hasScored }, false)).toEqual(seen);
  });

  test.each([
    ["not completed by others", begunByOthers],
    ["approved", approved],
  ])("what the annotator has completed waits for review for good: %s", (_, item) => {
    expect(ownState(item, { seat: "completed", hasScored: true }, true)).toEqual(inReview);
  });
});
