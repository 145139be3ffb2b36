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
  const [kind, setKind] = useState<Kind>("dataset_row");
  const [rows, setRows] = useState<DatasetChoice>(noRows);
  const [traced, setTraced] = useState(noChoice);
  const close = () => {
    onOpenChange(false);
    setRows({ ...rows, chosen: new Set() });
    setTraced({ ...traced, chosen: new Set() });
    addingRows.reset();
    addingTraced.reset();
  };
  const addingRows = useAddRows(queueId, close);
  const addingTraced = useAddTraced(queueId, close);
  const isRows = kind === "dataset_row";
  const choice = isRows ? rows : traced;
  const words = isRows ? { one: "row", many: "rows" } : tracedWords[kind];
  const isReady =
    (isRows ? rows.datasetId : traced.containerId) !== null && (choice.scope === "all" || choice.chosen.size > 0);
  const isPending = addingRows.isPending || addingTraced.isPending;
  const error = isRows ? addingRows.error : addingTraced.error;
  const add = () => {
    if (!isRows) addingTraced.add(kind, traced);
    else if (rows.datasetId) addingRows.add(rows.datasetId, rows.scope === "all" ? null : [...rows.chosen]);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => (shown ? onOpenChange(true) : close())}
      title="Add items"
      description={`Each ${words.one} becomes one item.`}
      size="large"
      footer={
        <>
          {error ? (
            <DialogProblem
              text={isRows ? `${error.message} Items added so far stay. Add again to continue.` : error.message}
            />
          ) : null}
          {addingRows.progress ? (
            <span className="mr-auto flex items-center gap-3 text-soft tabular-nums">
              <ProgressBar
                className="w-32"
                label="Rows added"
                value={addingRows.progress.done}
                max={addingRows.progress.total}
              />
              {addingRows.progress.done} of {addingRows.progress.total}
            </span>
          ) : null}
          <Button onClick={addingRows.isPending ? addingRows.stop : close}>
            {addingRows.isPending ? "Stop" : "Cancel"}
          </Button>
          <Button look="primary" disabled={!isReady} busy={isPending} onClick={add}>
            {verbOf(choice, words)}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <Field label="What to add">
          <Select
            value={kind}
            options={kinds}
            onChange={(next) => {
              setKind(next);
              // The project stays selected for other kinds of sources.
              const containerId = isOfRuns(next) === isOfRuns(kind) ? traced.containerId : null;
              setTraced({ ...noChoice, scope: traced.scope, containerId });
            }}
          />
        </Field>
        {isRows ? (
          <DatasetChooser datasets={datasets.data?.datasets} choice={rows} onChange={setRows} />
        ) : (
          <TracedChooser kind={kind} choice={traced} onChange={setTraced} />
        )}
      </div>
    </Dialog>
  );
}

function verbOf(
  { scope, chosen }: { scope: "all" | "chosen"; chosen: ReadonlySet<string> },
  { one, many }: { one: string; many: string },
): string {
  if (scope === "all") return `Add all ${many}`;
  if (chosen.size === 0) return `Add ${many}`;
  return `Add ${chosen.size} ${chosen.size === 1 ? one : many}`;
}
