"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { SourcePanel } from "@/app/_components/source/source-panel";
import { Button } from "@/app/_ui/button/button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { toast } from "@/app/_ui/feedback/toast";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { goldQuery, setGold } from "@/lib/client/gold";
import { reviewQuery } from "@/lib/client/reviews";
import type { Gold } from "@/lib/contracts/annotation/gold";
import type { Item } from "@/lib/contracts/annotation/items";
import { GoldForm } from "./gold-form";

interface Props {
  queueId: string;
  item: Item;
  onClose: () => void;
}

/** An item's known answers beside its source. Opening it here reserves nothing, so it can still become gold. */
export function GoldDialog({ queueId, item, onClose }: Props) {
  const formId = useId();
  const detail = useQuery(reviewQuery(queueId, item.id, { kind: "all" }));
  const gold = useQuery(goldQuery(queueId, item.id));
  const { mutate, isPending, error } = useMutation(setGold);
  const name = `Item ${item.order + 1}`;
  const save = (answers: { label_id: string; value: unknown }[]) => {
    if (isPending) return;
    const title = answers.length === 0 ? `${name} is a normal item again` : `${name} is now a gold item`;
    const onSuccess = () => {
      toast.done({ title });
      onClose();
    };
    mutate({ queue_id: queueId, item_id: item.id, answers }, { onSuccess });
  };
  const failed = [detail, gold].find((query) => query.isError);
  const labels = detail.data?.labels;
  const ready =
    detail.data && gold.data && !failed ? { content: detail.data.item.source_content, gold: gold.data } : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Gold answer of ${name.toLowerCase()}`}
      description="Annotators get a copy that looks like a normal item. Their answers are compared with this one."
      size="large"
      footer={
        <>
          <DialogProblem text={error?.message} />
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            keys="mod+enter"
            type="submit"
            form={formId}
            busy={isPending}
            disabled={!ready || labels?.length === 0}
          >
            Save
          </Button>
        </>
      }
    >
      {failed ? (
        <ErrorState
          title="The item could not be loaded"
          error={failed.error}
          onRetry={() => Promise.all([detail.refetch(), gold.refetch()])}
        />
      ) : null}
      {!ready && !failed ? <TableSkeleton columns={2} rows={4} /> : null}
      {ready && labels ? (
        <div className="grid gap-6 sm:grid-cols-2">
          <section aria-label="Source" className="min-w-0">
            <SourcePanel content={ready.content} />
          </section>
          <div className="grid h-fit min-w-0 gap-3 sm:sticky sm:top-0">
            {labels.length === 0 ? <p className="text-soft">The queue has no labels yet. Add one first.</p> : null}
            <GoldForm id={formId} labels={labels} gold={ready.gold} onSave={save} />
            <WayBack gold={ready.gold} onTake={() => save([])} />
          </div>
        </div>
      ) : null}
    </Dialog>
  );
}

/** A gold item can become a normal item again until an annotator has received it. */
function WayBack({ gold: { is_gold, copies }, onTake }: { gold: Gold; onTake: () => void }) {
  if (!is_gold) return null;
  if (copies === 0) {
    return (
      <Button className="justify-self-start" onClick={onTake}>
        Make it a normal item
      </Button>
    );
  }
  return (
    <p className="text-xs text-faint">
      {copies === 1 ? "1 annotator has" : `${copies} annotators have`} received this item, so it stays gold. Their
      answers are compared again with the answer you save.
    </p>
  );
}
