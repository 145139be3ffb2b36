"use client";
import { useState } from "react";
import { formKeys } from "@/app/_components/comments/form-keys";
import { Button } from "@/app/_ui/button/button";
import { Textarea } from "@/app/_ui/control/textarea";
import { ThreadList } from "../../../../_components/discussion/thread-list";
import { ItemNotes } from "./item-notes";
import { RemarkForm } from "./remark-form";
import { threadsOn, useReviewedItem, useSendRemark } from "./reviewed-item";

interface Props {
  notesId: string;
  /** The decision needs feedback that is missing. */
  isMissing: boolean;
  onRequest: () => void;
}

/** Annotators' notes on the item, its discussion, and the reviewer's feedback. */
export function WholeItem(props: Props) {
  const { detail, viewer, collects } = useReviewedItem();
  return (
    <section aria-label="The whole item" tabIndex={-1} className="grid gap-3 py-4">
      <h2 className="font-medium">The whole item</h2>
      <ItemNotes notes={detail.span_notes} />
      <ThreadList {...viewer} threads={threadsOn(detail, null)} />
      {collects ? <FeedbackField {...props} /> : <ItemComment />}
    </section>
  );
}

function FeedbackField({ notesId, isMissing, onRequest }: Props) {
  const { remarks, onWrite } = useReviewedItem();
  return (
    <div className="grid gap-1">
      <Textarea
        id={notesId}
        aria-label="Feedback on the whole item"
        placeholder="Feedback on the whole item, for all its annotators"
        value={remarks.notes}
        aria-invalid={isMissing}
        data-invalid={isMissing ? "" : undefined}
        onChange={(event) => onWrite({ ...remarks, notes: event.target.value })}
        onKeyDown={formKeys<HTMLTextAreaElement>(onRequest, (event) => event.currentTarget.closest("section")?.focus())}
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

function ItemComment() {
  const { annotators } = useReviewedItem();
  const send = useSendRemark();
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
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
      onSend={send}
      onClose={() => {
        setWasOpen(true);
        setOpen(false);
      }}
    />
  );
}
