// What a reviewer has written on an item and not sent yet. It goes with the decision.

export interface Remark {
  /** Null where it is about the whole item. */
  labelId: string | null;
  /** Null where it is for everybody who annotated the item. */
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

/** As a review sends them. */
export const remarksBody = ({ notes, onLabels }: Remarks) => ({
  ...(notes.trim() ? { notes: notes.trim() } : {}),
  label_comments: onLabels.map(({ labelId, targetId, comment }) => ({
    comment,
    ...(labelId ? { label_id: labelId } : {}),
    ...(targetId ? { target_annotator_id: targetId } : {}),
  })),
});
