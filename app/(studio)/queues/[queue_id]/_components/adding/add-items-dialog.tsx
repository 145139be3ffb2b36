"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { type DatasetChoice, DatasetChooser, noRows } from "./dataset-chooser";
import { noChoice, type TracedKind, tracedWords } from "./traced-choice";
import { TracedChooser } from "./traced-chooser";
import { useAddRows } from "./use-add-rows";
import { useAddTraced } from "./use-add-traced";

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  queueId: string;
}

type Kind = "dataset_row" | TracedKind;

const kinds: readonly { value: Kind; label: string; hint: string }[] = [
  { value: "dataset_row", label: "Rows of a dataset", hint: "From a file, by hand or over the API" },
  { value: "trace", label: "Traces", hint: "Whole requests to an application" },
  { value: "observation_span", label: "Spans", hint: "Single steps, such as a model call or tool call" },
  { value: "trace_session", label: "Sessions", hint: "Conversations made of several traces" },
  { value: "call_execution", label: "Calls", hint: "Simulated conversations of a test run" },
];

const isOfRuns = (kind: Kind): boolean => kind === "call_execution";

/** Adds sources to the queue: dataset rows, traces of applications, or calls of test runs. */
export function AddItemsDialog({ open, onOpenChange, queueId }: Props) {
  const datasets = useQuery({ ...datasetChoicesQuery(), enabled: open });
  const sources = useSources();
  const { kind, words } = sources;
  const close = () => {
    onOpenChange(false);
    sources.forgetChosen();
    adding.reset();
  };
  const adding = useAdding(queueId, sources, close);
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => (shown ? onOpenChange(true) : close())}
      title="Add items"
      description={`Each ${words.one} becomes one item.`}
      size="large"
      footer={
        <>
          <DialogProblem text={adding.problem} />
          <RowsAdded progress={adding.progress} />
          {adding.canStop ? <Button onClick={adding.stop}>Stop</Button> : <Button onClick={close}>Cancel</Button>}
          <Button look="primary" disabled={!sources.isReady} busy={adding.isPending} onClick={adding.add}>
            {verbOf(sources.choice, words)}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Field label="What to add">
          <Select value={kind} options={kinds} onChange={sources.setKind} />
        </Field>
        {kind === "dataset_row" ? (
          <DatasetChooser datasets={datasets.data?.datasets} choice={sources.rows} onChange={sources.setRows} />
        ) : (
          <TracedChooser kind={kind} choice={sources.traced} onChange={sources.setTraced} />
        )}
      </div>
    </Dialog>
  );
}

/** Adds what is chosen. Only the addition of a dataset's rows takes long enough to be stopped. */
function useAdding(queueId: string, { kind, rows, traced }: ReturnType<typeof useSources>, onDone: () => void) {
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

/** What is chosen of each kind of source. */
function useSources() {
  const [kind, setKind] = useState<Kind>("dataset_row");
  const [rows, setRows] = useState<DatasetChoice>(noRows);
  const [traced, setTraced] = useState(noChoice);
  const isRows = kind === "dataset_row";
  const choice = isRows ? rows : traced;
  const container = isRows ? rows.datasetId : traced.containerId;
  return {
    kind,
    setKind: (next: Kind) => {
      setKind(next);
      // The project stays selected for other kinds of sources.
      const containerId = isOfRuns(next) === isOfRuns(kind) ? traced.containerId : null;
      setTraced({ ...noChoice, scope: traced.scope, containerId });
    },
    rows,
    setRows,
    traced,
    setTraced,
    choice,
    words: isRows ? { one: "row", many: "rows" } : tracedWords[kind],
    isReady: container !== null && (choice.scope === "all" || choice.chosen.size > 0),
    forgetChosen: () => {
      setRows({ ...rows, chosen: new Set() });
      setTraced({ ...traced, chosen: new Set() });
    },
  };
}

const RowsAdded = ({ progress }: Pick<ReturnType<typeof useAddRows>, "progress">) =>
  progress ? (
    <span className="mr-auto flex items-center gap-3 text-soft tabular-nums">
      <ProgressBar className="w-32" label="Rows added" value={progress.done} max={progress.total} />
      {progress.done} of {progress.total}
    </span>
  ) : null;

function verbOf(
  { scope, chosen }: { scope: "all" | "chosen"; chosen: ReadonlySet<string> },
  { one, many }: { one: string; many: string },
): string {
  if (scope === "all") return `Add all ${many}`;
  if (chosen.size === 0) return `Add ${many}`;
  return `Add ${chosen.size} ${chosen.size === 1 ? one : many}`;
}
