"use client";
import { createContext, useContext } from "react";
import { useDiscussion } from "@/lib/client/discussion";
import type { ReviewThread } from "@/lib/contracts/annotation/discussions";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { type Annotator, annotatorsOf } from "./compare";
import { isOwnWork } from "./decisions";
import { type Remark, type Remarks, remarkBody } from "./remarks";

/** The reviewed item, as its labels and its discussion need it. */
export interface ReviewedItem {
  detail: ItemDetail;
  annotators: readonly Annotator[];
  /** The item and its reviewer, for its threads. */
  viewer: { queueId: string; itemId: string; userId: string; reviews: true; isOwnWork: boolean };
  /** Comments are sent with the decision; otherwise each is sent at once. */
  collects: boolean;
  maySettle: boolean;
  /** Written but not sent yet. */
  remarks: Remarks;
  onWrite: (remarks: Remarks) => void;
}

const ReviewedContext = createContext<ReviewedItem | null>(null);
export const ReviewedProvider = ReviewedContext.Provider;

export function useReviewedItem(): ReviewedItem {
  const reviewed = useContext(ReviewedContext);
  if (!reviewed) throw new Error("The parts of a comparison must be inside a ReviewedProvider.");
  return reviewed;
}

export function reviewedItem(
  detail: ItemDetail,
  userId: string,
  written: Pick<ReviewedItem, "remarks" | "onWrite">,
): ReviewedItem {
  const { item, queue, annotations } = detail;
  const isOwn = isOwnWork(detail, userId);
  return {
    detail,
    annotators: annotatorsOf(annotations),
    viewer: { queueId: queue.id, itemId: item.id, userId, reviews: true, isOwnWork: isOwn },
    // If a decision is open, comments are sent with it.
    collects: !isOwn && (item.review_status === "pending_review" || item.review_status === "approved"),
    maySettle: !isOwn && annotations.length > 0,
    ...written,
  };
}

/** The threads on a label; without a label, those on the whole item. */
export const threadsOn = ({ review_threads }: ItemDetail, labelId: string | null): ReviewThread[] =>
  review_threads.filter((thread) => thread.label_id === labelId);

/** Sends a comment, or keeps it until the decision. */
export function useSendRemark(): (remark: Remark) => Promise<void> {
  const { viewer, collects, remarks, onWrite } = useReviewedItem();
  const discussion = useDiscussion(viewer.queueId, viewer.itemId);
  return async (remark) => {
    if (collects) onWrite({ ...remarks, onLabels: [...remarks.onLabels, remark] });
    else await discussion.start(remarkBody(remark));
  };
}
