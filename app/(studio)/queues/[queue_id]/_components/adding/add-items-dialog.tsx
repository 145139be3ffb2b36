"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { isChosen, noSources, type SourceChoice, shownChoice, withoutChosen, wordsOf } from "./source-choice";
import { SourceChooser } from "./source-chooser";
import { useAddRows } from "./use-add-rows";
import { useAddTraced } from "./use-add-traced";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  queueId: string;
}

/** Adds sources to the queue: dataset rows, traces of applications, or calls of test runs. */
export function AddItemsDialog({ open, onOpenChange, queueId }: Props) {
  const [choice, setChoice] = useState(noSources);
  const close = () => {
    onOpenChange(false);
    setChoice(withoutChosen);
    adding.reset();
  };
  const adding = useAdding(queueId, choice, close);
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => (shown ? onOpenChange(true) : close())}
      title="Add items"
      description={`Each ${wordsOf(choice).one} becomes one item.`}
      size="large"
      footer={
        <>
          <DialogProblem text={adding.problem} />
          <RowsAdded progress={adding.progress} />
          {adding.canStop ? <Button onClick={adding.stop}>Stop</Button> : <Button onClick={close}>Cancel</Button>}
          <Button look="primary" disabled={!isChosen(choice)} busy={adding.isPending} onClick={adding.add}>
            {verbOf(choice)}
          </Button>
        </>
      }
    >
      <SourceChooser choice={choice} onChange={setChoice} />
    </Dialog>
  );
}

/** Adds what is chosen. Only the addition of a dataset's rows takes long enough to be stopped. */
function useAdding(queueId: string, { kind, rows, traced }: SourceChoice, onDone: () => void) {
  const ofRows = useAddRows(queueId, onDone);
  const ofTraced = useAddTraced(queueId, onDone);
  return {
    add: () => {
      if (kind !== "dataset_row") ofTraced.add(kind, traced);
      else if (rows.datasetId) ofRows.add(rows.datasetId, rows.scope === "all" ? null : [...rows.chosen]);
    },
    reset: () => {
      ofRows.reset();
      ofTraced.reset();
    },
    stop: ofRows.stop,
    canStop: ofRows.isPending,
    isPending: ofRows.isPending || ofTraced.isPending,
    progress: ofRows.progress,
    problem:
      kind === "dataset_row"
        ? ofRows.error && `${ofRows.error.message} Items added so far stay. Add again to continue.`
        : ofTraced.error?.message,
  };
}

const RowsAdded = ({ progress }: Pick<ReturnType<typeof useAddRows>, "progress">) =>
  progress ? (
    <span className="mr-auto flex items-center gap-3 text-soft tabular-nums">
      <ProgressBar className="w-32" label="Rows added" value={progress.done} max={progress.total} />
      {progress.done} of {progress.total}
    </span>
  ) : null;

function verbOf(choice: SourceChoice): string {
  const { scope, chosen } = shownChoice(choice);
  const { one, many } = wordsOf(choice);
  if (scope === "all") return `Add all ${many}`;
  if (chosen.size === 0) return `Add ${many}`;
  return `Add ${chosen.size} ${chosen.size === 1 ? one : many}`;
}
