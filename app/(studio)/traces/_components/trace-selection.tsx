"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { countText, quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { MAX_ADDED_ITEMS } from "@/lib/contracts/limits";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { AddToQueue } from "../../_components/add-to-queue";
import { AddToScenario } from "../../_components/add-to-scenario";
import { AddToDataset } from "./add-to-dataset";
import { EvaluateTraces } from "./evaluate-traces";
import { allText, type Total } from "./selection-text";

interface Props {
  selected: ReadonlySet<string>;
  /** All that match the filters, not only the selected ones. */
  isAll: boolean;
  onAll: () => void;
  filters: TraceFilters;
  total: Total;
  mayWrite: boolean;
  onDone: () => void;
}

type DialogName = "queue" | "dataset" | "evaluation" | "scenario";

interface Action {
  name: DialogName;
  keys: string;
  label: string;
  description: string;
}

const ADD: Action = {
  name: "queue",
  keys: "a",
  label: "Add to a queue",
  description: "Add the selected traces to a queue",
};

/** What needs the right to write. */
const written = (isOne: boolean): Action[] => [
  {
    name: "dataset",
    keys: "d",
    label: "Add to a dataset",
    description: "Add the selected traces to a dataset",
  },
  { name: "evaluation", keys: "e", label: "Evaluate", description: "Evaluate the selected traces" },
  {
    name: "scenario",
    keys: "s",
    label: isOne ? "Make a scenario row" : "Make scenario rows",
    description: "Make scenario rows of the selected traces",
  },
];

/** The actions on the selected traces, or on all that match the filters. */
export function TraceSelection({ selected, isAll, onAll, filters, total, mayWrite, onDone }: Props) {
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const close = () => setDialog(null);
  const isOne = !isAll && selected.size === 1;
  const actions = mayWrite ? [ADD, ...written(isOne)] : [ADD];
  useShortcuts("Page", [
    ...actions.map(({ name, keys, description }) => ({ keys, description, run: () => setDialog(name) })),
    { keys: "escape", description: "Clear the selection", run: onDone },
  ]);
  const text = isAll ? allText(total) : `${quantity(selected.size, "trace")} selected`;
  return (
    <section aria-label="Selection" className="mb-3 flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-2 tabular-nums">
        {text}
      </p>
      {actions.map(({ name, keys, label }) => (
        <Button key={name} size="small" keys={keys} onClick={() => setDialog(name)}>
          {label}
        </Button>
      ))}
      {(total.is_cut || total.count > selected.size) && !isAll ? (
        <Button size="small" look="ghost" onClick={onAll}>
          Select {allText(total).toLowerCase()}
        </Button>
      ) : null}
      <Button size="small" look="ghost" onClick={onDone}>
        Clear
      </Button>
      <Dialogs dialog={dialog} isAll={isAll} selected={selected} filters={filters} onClose={close} onDone={onDone} />
    </section>
  );
}

interface DialogsProps extends Pick<Props, "selected" | "isAll" | "filters" | "onDone"> {
  dialog: DialogName | null;
  onClose: () => void;
}

function Dialogs({ dialog, isAll, selected, filters, onClose, onDone }: DialogsProps) {
  const [only = ""] = selected;
  const isOne = !isAll && selected.size === 1;
  const chosen = isAll ? { filters } : { trace_ids: [...selected] };
  return (
    <>
      <AddToQueue
        what={
          isAll ? `The matching traces, at most ${countText(MAX_ADDED_ITEMS)}, become items` : "The traces become items"
        }
        sources={
          isAll
            ? { selection: { mode: "filter", source_type: "trace", trace_filters: filters } }
            : { items: [...selected].map((source_id) => ({ source_type: "trace", source_id })) }
        }
        open={dialog === "queue"}
        onOpenChange={onClose}
        onDone={onDone}
      />
      {dialog === "dataset" ? <AddToDataset chosen={chosen} onClose={onClose} /> : null}
      {dialog === "evaluation" ? (
        <EvaluateTraces chosen={chosen} projectId={filters.project_id ?? null} onClose={onClose} />
      ) : null}
      {dialog === "scenario" ? (
        <AddToScenario source={isOne ? { type: "trace", id: only } : { traces: chosen }} onClose={onClose} />
      ) : null}
    </>
  );
}
