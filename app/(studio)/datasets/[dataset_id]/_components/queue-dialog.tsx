"use client";
import { useState } from "react";
import { FormElement } from "@/app/_form/form-element";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { useQueueChoices } from "@/app/(studio)/_components/choices";
import type { NamedDataset } from "./named-dataset";
import { useQueueRows } from "./use-queue-rows";

/** Adds every row of the dataset as an item to a queue. */
export function QueueDialog({ dataset, onClose }: { dataset: NamedDataset; onClose: () => void }) {
  const [queueId, setQueueId] = useState<string | null>(null);
  const work = useQueueRows(dataset.id);
  const submit = () => {
    if (!work.isPending && queueId) work.into(queueId);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !work.isPending && onClose()}
      title="Add to a queue"
      description={`Every row of ${dataset.name} becomes an item. Rows that the queue has already are skipped.`}
      footer={
        <>
          <Progress work={work} />
          <Button onClick={work.isPending ? work.stop : onClose}>{work.isPending ? "Stop" : "Cancel"}</Button>
          <Button look="primary" type="submit" form="queue-rows" busy={work.isPending} disabled={queueId === null}>
            Add rows
          </Button>
        </>
      }
    >
      <FormElement id="queue-rows" form={{ submit }} className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <ExistingQueue value={queueId} onChange={setQueueId} />
      </FormElement>
    </Dialog>
  );
}

interface ExistingProps {
  value: string | null;
  onChange: (id: string) => void;
}

/** One of the queues that the person manages. */
function ExistingQueue({ value, onChange }: ExistingProps) {
  const queues = useQueueChoices({ viewer_role: "manager" });
  return (
    <Field label="Queue" hint={queues.isNone ? "You do not manage a queue yet." : undefined}>
      <SearchSelect
        value={value}
        options={queues.options}
        onSearch={queues.onSearch}
        placeholder={queues.isPending ? "Loading" : "Choose a queue"}
        empty={queues.empty}
        onChange={onChange}
      />
    </Field>
  );
}

function Progress({ work: { problem, progress } }: { work: ReturnType<typeof useQueueRows> }) {
  if (problem) return <DialogProblem text={problem} />;
  if (!progress) return null;
  return (
    <span aria-live="polite" className="mr-auto flex items-center gap-3 text-soft tabular-nums">
      <ProgressBar className="w-32 max-sm:hidden" label="Rows added" value={progress.done} max={progress.total} />
      {progress.done.toLocaleString("en")} of {progress.total.toLocaleString("en")}
    </span>
  );
}
