"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextareaField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { bulkReviewItems, undoReviews } from "@/lib/client/reviews";
import type { bulkReviewItems as contract } from "@/lib/contracts/annotation/reviews";
import type { Output } from "@/lib/contracts/contract";

interface Props {
  queueId: string;
  itemIds: string[];
  onDone: () => void;
}

const itemsText = (count: number): string => quantity(count, "item");

/** One decision for all selected items. Reports and skips items that it cannot decide (not in review, own work). */
export function BulkReview({ queueId, itemIds, onDone }: Props) {
  const [asking, setAsking] = useState(false);
  const report = useReport(queueId);
  const approve = useMutation(bulkReviewItems);
  const form = useSaveForm({
    initial: { notes: "" },
    save: withInput(bulkReviewItems, (values: { notes: string }) => ({
      queue_id: queueId,
      item_ids: itemIds,
      action: "request_changes" as const,
      ...values,
    })),
    onSaved: (decided) => {
      setAsking(false);
      onDone();
      report("sent back", decided);
    },
  });
  const approveAll = () =>
    approve.mutate(
      { queue_id: queueId, item_ids: itemIds, action: "approve" },
      {
        onSuccess: (decided) => {
          onDone();
          report("approved", decided);
        },
        onError: (failure) => toast.failed({ title: failure.message }),
      },
    );
  return (
    <>
      <Button busy={approve.isPending} onClick={approveAll}>
        Approve
      </Button>
      <Button onClick={() => setAsking(true)}>Request changes</Button>
      <FormDialog
        open={asking}
        onClose={() => {
          setAsking(false);
          form.reset(form.values);
        }}
        title={`Send ${itemsText(itemIds.length)} back?`}
        description={`${itemIds.length === 1 ? "Its annotators get it" : "Their annotators get them"} again, with your comment.`}
        action="Request changes"
        form={form}
      >
        <TextareaField form={form} name="notes" label="What should change" />
      </FormDialog>
    </>
  );
}

/** Shows what was decided, with a way back. */
function useReport(queueId: string) {
  const undo = useMutation({
    ...undoReviews,
    onSuccess: ({ staying, because = "" }) => {
      if (staying === 0) toast.done({ title: "Undone" });
      else toast.failed({ title: `${itemsText(staying)} not undone`, description: because });
    },
  });
  return (result: string, { reviewed, reviewed_item_ids, errors }: Output<typeof contract>) => {
    const title = `${itemsText(reviewed)} ${result}`;
    const back = () => undo.mutate({ queue_id: queueId, itemIds: reviewed_item_ids });
    const way = reviewed > 0 ? { action: { label: "Undo", run: back } } : {};
    const [first] = errors;
    if (!first) return toast.done({ title, ...way });
    toast.failed({ title, description: `${itemsText(errors.length)} unchanged: ${first.error}`, ...way });
  };
}
