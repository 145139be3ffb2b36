"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { TextareaField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { toast } from "@/app/_ui/feedback/toast";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { bulkReviewItems, undoReviews } from "@/lib/client/reviews";
import type { bulkReviewItems as contract } from "@/lib/contracts/annotation/reviews";
import type { Output } from "@/lib/contracts/contract";
import { MAX_REVIEWED } from "@/lib/contracts/limits";
import { type Chosen, isByFilter, itemsText } from "./chosen";

interface Props {
  queueId: string;
  chosen: Chosen;
  onDone: () => void;
}

/** One decision for all chosen items. Reports and skips items that it cannot decide (not in review, own work). */
export function BulkReview(props: Props) {
  const report = useReport(props.queueId);
  if (props.chosen.count > MAX_REVIEWED)
    return <p className="text-soft">A review takes at most {itemsText(MAX_REVIEWED)} at once.</p>;
  return (
    <>
      <Approve {...props} report={report} />
      <RequestChanges {...props} report={report} />
    </>
  );
}

interface PartProps extends Props {
  report: ReturnType<typeof useReport>;
}

function Approve({ queueId, chosen, onDone, report }: PartProps) {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending } = useMutation(bulkReviewItems);
  const approve = () =>
    mutate(
      { queue_id: queueId, ...chosen.items, action: "approve" },
      {
        onSuccess: (decided) => {
          setConfirming(false);
          onDone();
          report("approved", decided);
        },
        onError: (failure) => toast.failed({ title: failure.message }),
      },
    );
  return (
    <>
      <Button busy={isPending} onClick={() => (isByFilter(chosen) ? setConfirming(true) : approve())}>
        Approve
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={`Approve ${itemsText(chosen.count)}?`}
        action={`Approve ${itemsText(chosen.count)}`}
        danger={false}
        busy={isPending}
        onConfirm={approve}
      >
        All items that match the filters, also on other pages. Items that are not in review stay as they are.
      </ConfirmDialog>
    </>
  );
}

function RequestChanges({ queueId, chosen, onDone, report }: PartProps) {
  const [asking, setAsking] = useState(false);
  const form = useSaveForm({
    initial: { notes: "" },
    save: withInput(bulkReviewItems, (values: { notes: string }) => ({
      queue_id: queueId,
      ...chosen.items,
      action: "request_changes" as const,
      ...values,
    })),
    onSaved: (decided) => {
      setAsking(false);
      onDone();
      report("sent back", decided);
    },
  });
  return (
    <>
      <Button onClick={() => setAsking(true)}>Request changes</Button>
      <FormDialog
        open={asking}
        onClose={() => {
          setAsking(false);
          form.reset(form.values);
        }}
        title={`Send ${itemsText(chosen.count)} back?`}
        description={`${chosen.count === 1 ? "Its annotators get it" : "Their annotators get them"} again, with your comment.`}
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
