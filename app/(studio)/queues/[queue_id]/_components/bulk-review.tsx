"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Textarea } from "@/app/_ui/control/textarea";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { fieldError, formError } from "@/lib/client/call-error";
import { bulkReviewItems, undoReviews } from "@/lib/client/reviews";

interface Props {
  queueId: string;
  itemIds: string[];
  onDone: () => void;
}

const itemsText = (count: number): string => quantity(count, "item");

/** One decision for all selected items. Reports and skips items that it cannot decide (not in review, own work). */
export function BulkReview({ queueId, itemIds, onDone }: Props) {
  const [asking, setAsking] = useState(false);
  const [notes, setNotes] = useState("");
  const { mutate, isPending, error, reset } = useMutation(bulkReviewItems);
  const undo = useMutation({
    ...undoReviews,
    onSuccess: ({ staying, because = "" }) => {
      if (staying === 0) toast.done({ title: "Undone" });
      else toast.failed({ title: `${itemsText(staying)} not undone`, description: because });
    },
  });
  const decide = (action: "approve" | "request_changes") =>
    mutate(
      { queue_id: queueId, item_ids: itemIds, action, ...(action === "approve" ? {} : { notes }) },
      {
        onSuccess: ({ reviewed, reviewed_item_ids, errors }) => {
          setAsking(false);
          onDone();
          const title = `${itemsText(reviewed)} ${action === "approve" ? "approved" : "sent back"}`;
          const [first] = errors;
          const back = () => undo.mutate({ queue_id: queueId, itemIds: reviewed_item_ids });
          const way = reviewed > 0 ? { action: { label: "Undo", run: back } } : {};
          const left = () => `${itemsText(errors.length)} unchanged: ${first?.error}`;
          if (first) toast.failed({ title, description: left(), ...way });
          else toast.done({ title, ...way });
        },
        onError: (failure) => action === "approve" && toast.failed({ title: failure.message }),
      },
    );
  const problem = formError(error, ["notes"]);
  return (
    <>
      <Button busy={isPending && !asking} onClick={() => decide("approve")}>
        Approve
      </Button>
      <Button
        onClick={() => {
          reset();
          setAsking(true);
        }}
      >
        Request changes
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={`Send ${itemsText(itemIds.length)} back?`}
        description={`${itemIds.length === 1 ? "Its annotators get it" : "Their annotators get them"} again, with your comment.`}
        footer={
          <>
            <DialogProblem text={problem} />
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button look="primary" busy={isPending} onClick={() => decide("request_changes")}>
              Request changes
            </Button>
          </>
        }
      >
        <Field label="What should change" error={fieldError(error, "notes")}>
          <Textarea value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
      </Dialog>
    </>
  );
}
