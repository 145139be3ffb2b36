"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { SourceTextsProvider } from "@/app/_components/label-field/spans/source-texts";
import { Loaded } from "@/app/_components/loaded";
import { SourcePanel } from "@/app/_components/source/source-panel";
import { Button } from "@/app/_ui/button/button";
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
  const { save, isPending, error } = useSaving(queueId, item, onClose);
  const isReady = detail.isSuccess && gold.isSuccess && detail.data.labels.length > 0;
  const state = { problem: "The item could not be loaded", skeleton: <TableSkeleton columns={2} rows={4} /> };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Gold answer of item ${item.order + 1}`}
      description="Annotators get a copy that looks like a normal item. Their answers are compared with this one."
      size="wide"
      footer={
        <>
          <DialogProblem text={error?.message} />
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" keys="mod+enter" type="submit" form={formId} busy={isPending} disabled={!isReady}>
            Save
          </Button>
        </>
      }
    >
      <Loaded found={detail} {...state}>
        {({ item: { source_content }, queue, labels }) => (
          <Loaded found={gold} {...state}>
            {(known) => (
              <SourceTextsProvider content={source_content} hasSlots>
                <div className="grid gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:gap-8">
                  <section aria-label="Source" className="min-w-0">
                    <SourcePanel content={source_content} layout={queue.source_layout} labels={labels} />
                  </section>
                  <div className="grid h-fit min-w-0 gap-3 md:sticky md:top-0">
                    {labels.length === 0 ? (
                      <p className="text-soft">The queue has no labels yet. Add one first.</p>
                    ) : null}
                    <GoldForm id={formId} labels={labels} gold={known} onSave={save} />
                    <WayBack gold={known} onTake={() => save([])} />
                  </div>
                </div>
              </SourceTextsProvider>
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}

function useSaving(queue_id: string, { id, order }: Item, onSaved: () => void) {
  const { mutate, isPending, error } = useMutation(setGold);
  const save = (answers: { label_id: string; value: unknown }[]) => {
    if (isPending) return;
    const result = answers.length === 0 ? "is a normal item again" : "is now a gold item";
    const onSuccess = () => {
      toast.done({ title: `Item ${order + 1} ${result}` });
      onSaved();
    };
    mutate({ queue_id, item_id: id, answers }, { onSuccess });
  };
  return { save, isPending, error };
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
