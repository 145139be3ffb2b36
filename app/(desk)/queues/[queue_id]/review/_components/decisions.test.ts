import { describe, expect, it } from "vitest";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { decisionsOn } from "./decisions";

interface DecisionCase {
  status: ItemDetail["item"]["review_status"];
  annotator?: string;
  thread?: { blocking: boolean; status: "open" | "addressed" | "reopened" | "resolved" };
}

const decide = ({ status, annotator = "ana", thread }: DecisionCase) => {
  const detail = {
    item: { review_status: status, reviewed_by_name: "Rita" },
    queue: { requires_review: true },
    annotations: [{ annotator }],
    review_threads: thread ? [thread] : [],
    seat: null,
  };
  // Safe because a decision reads no more of the item than this.
  const { approve, requestChanges } = decisionsOn(detail as unknown as ItemDetail, "me");
  return [approve, requestChanges];
};

describe("decisionsOn", () => {
  it.each<[string, DecisionCase, [approve: boolean, requestChanges: boolean]]>([
    ["waiting for review", { status: "pending_review" }, [true, true]],
    ["my own work", { status: "pending_review", annotator: "me" }, [false, false]],
    [
      "blocking feedback is open",
      { status: "pending_review", thread: { blocking: true, status: "open" } },
      [false, true],
    ],
    ["it was reopened", { status: "pending_review", thread: { blocking: true, status: "reopened" } }, [false, true]],
    ["it was addressed", { status: "pending_review", thread: { blocking: true, status: "addressed" } }, [true, true]],
    ["a remark is open", { status: "pending_review", thread: { blocking: false, status: "open" } }, [true, true]],
    ["approved", { status: "approved" }, [false, true]],
    ["sent back", { status: "rejected" }, [false, false]],
    ["not in review", { status: null }, [false, false]],
  ])("%s", (_, answers, decisions) => expect(decide(answers)).toEqual(decisions));
});
