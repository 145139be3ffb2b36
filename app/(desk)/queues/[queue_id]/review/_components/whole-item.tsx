"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Textarea } from "@/app/_ui/control/textarea";
import { useDiscussion } from "@/lib/client/discussion";
import type { ReviewThread } from "@/lib/contracts/annotation/discussions";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { ThreadList } from "../../../../_components/discussion/thread-list";
import { formKeys } from "../../../../_components/form-keys";
import type { Annotator } from "./compare";
import { ItemNotes } from "./item-notes";
import { RemarkForm } from "./remark-form";

interface Feedback {
  notesId: string;
  /** The decision needs feedback that is missing. */
  isMissing: boolean;
  feedback: string;
  onWrite: (feedback: string) => void;
  onRequest: () => void;
}

interface Props extends Feedback {
  notes: ItemDetail["span_notes"];
  threads: readonly ReviewThread[];
  annotators: readonly Annotator[];
  /** Feedback is sent with the decision; otherwise comments are sent at once. */
  collects: boolean;
  queueId: string;
  itemId: string;
  userId: string;
  reviews: boolean;
  isOwnWork: boolean;
}

/** Annotators' notes on the item, its discussion, and the reviewer's feedback. */
export function WholeItem({ notes, threads, annotators, collects, ...rest }: Props) {
  const { notesId, isMissing, feedback, onWrite, onRequest, ...shared } = rest;
  return (
    <section aria-label="The whole item" className="grid gap-3 py-4">
      <h2 className="font-medium">The whole item</h2>
      <ItemNotes notes={notes} />
      <ThreadList {...shared} threads={threads} />
      {collects ? (
        <FeedbackField {...{ notesId, isMissing, feedback, onWrite, onRequest }} />
      ) : (
        <ItemComment annotators={annotators} {...shared} />
      )}
    </section>
  );
}

function FeedbackField({ notesId, isMissing, feedback, onWrite, onRequest }: Feedback) {
  return (
    <div className="grid gap-1">
      <Textarea
        id={notesId}
        aria-label="Feedback on the whole item"
        placeholder="Feedback on the whole item, for all its annotators"
        value={feedback}
        aria-invalid={isMissing}
        data-invalid={isMissing ? "" : undefined}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={formKeys<HTMLTextAreaElement>(onRequest, (event) => event.currentTarget.blur())}
      />
      {isMissing ? (
        <p role="alert" className="text-xs text-bad">
          Say what to change, here or on a label.
        </p>
      ) : (
        <p className="text-xs text-faint">Sent with your decision; Ctrl or ⌘ Enter requests changes.</p>
      )}
    </div>
  );
}

function ItemComment({ annotators, queueId, itemId }: Pick<Props, "annotators" | "queueId" | "itemId">) {
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const discussion = useDiscussion(queueId, itemId);
  if (!open) {
    return (
      <Button size="small" look="ghost" className="-ml-2 w-fit" autoFocus={wasOpen} onClick={() => setOpen(true)}>
        Comment on the item
      </Button>
    );
  }
  return (
    <RemarkForm
      labelId={null}
      annotators={annotators}
      verb="Send comment"
      onSend={({ comment, targetId }) =>
        discussion.start({ comment, ...(targetId ? { target_annotator_id: targetId } : {}) })
      }
      onClose={() => {
        setWasOpen(true);
        setOpen(false);
      }}
    />
  );
}
