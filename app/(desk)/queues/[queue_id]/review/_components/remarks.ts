// A reviewer's unsent comments on an item. They are sent with the decision.
import { mentionedIn, type Person } from "@/lib/client/mentions";

export interface Remark {
  /** Null if it is about the whole item. */
  labelId: string | null;
  /** Null if it is for all annotators of the item. */
  targetId: string | null;
  comment: string;
}

export interface Remarks {
  /** On the whole item. */
  notes: string;
  onLabels: readonly Remark[];
}

export const noRemarks: Remarks = { notes: "", onLabels: [] };

export const isEmpty = ({ notes, onLabels }: Remarks): boolean => !notes.trim() && onLabels.length === 0;

/** As the body of a comment. */
export const remarkBody = ({ labelId, targetId, comment }: Remark) => ({
  comment,
  ...(labelId ? { label_id: labelId } : {}),
  ...(targetId ? { target_annotator_id: targetId } : {}),
});

/** As the body of a review request, with the people of the queue whom the comments mention. */
export const remarksBody = ({ notes, onLabels }: Remarks, people: readonly Person[]) => ({
  ...(notes.trim() ? { notes: notes.trim() } : {}),
  label_comments: onLabels.map((remark) => ({
    ...remarkBody(remark),
    mentioned_user_ids: mentionedIn(remark.comment, people),
  })),
});
