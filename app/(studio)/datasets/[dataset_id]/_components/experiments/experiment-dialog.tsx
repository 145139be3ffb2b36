"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { datasetEvalsQuery } from "@/lib/client/evaluation/runs";
import { toggled } from "@/lib/toggled";
import type { DatasetTable } from "../dataset-rows";
import { temperatureOf } from "../prompts/prompt-draft";
import { microsOf } from "../runs/run-words";
import { ExperimentFields } from "./experiment-fields";
import { savedTask } from "./saved-task";
import { type ExperimentForm, useExperimentForm } from "./use-experiment-form";
import { type ChosenPrompt, type SavedPrompt, useSavedPrompt } from "./use-saved-prompt";

interface Props {
  datasetId: string;
  columns: DatasetTable["column_config"];
  /** The saved prompt that it begins with; null for a typed one. */
  prompt: SavedPrompt | null;
  onClose: () => void;
}

/** A new experiment: where its outputs come from, and which evaluations read them. */
export function ExperimentDialog({ datasetId, columns, prompt, onClose }: Props) {
  const own = columns.filter(({ origin_type }) => !/^evaluation/.test(origin_type ?? ""));
  const metrics = useQuery(datasetEvalsQuery(datasetId));
  const evals = metrics.data?.evals ?? [];
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const chosen = evals.flatMap(({ id }) => (left.has(id) ? [] : id));
  const saved = useSavedPrompt(prompt);
  const form = useExperimentForm({
    datasetId,
    outputColumn: own.at(-1)?.id ?? "",
    evaluationIds: chosen,
    savedVersion: saved.version,
    source: prompt ? "saved" : "typed",
    onSaved: onClose,
  });
  const isComplete = chosen.length > 0 && hasTask(form.values, saved) && microsOf(form.values.ceiling) !== undefined;
  return (
    <FormDialog
      onClose={onClose}
      title="Start an experiment"
      description="Produces an output for each row and evaluates it. Experiments over one dataset can be compared side by side."
      size="large"
      action="Start experiment"
      form={form}
      disabled={!isComplete}
    >
      <ExperimentFields datasetId={datasetId} form={form} columns={own} saved={saved} />
      <Loaded
        found={metrics}
        problem="The dataset's evaluations could not be loaded"
        skeleton={<Skeleton className="h-24 w-full" />}
      >
        {() =>
          evals.length === 0 ? (
            <EmptyState title="No evaluations yet">
              Add an evaluation that reads the output column first: close this dialog and press Evaluate.
            </EmptyState>
          ) : (
            <fieldset className="grid gap-2">
              <legend className="mb-1 font-medium">Evaluations of the output</legend>
              {evals.map(({ id, name }) => (
                <Checkbox key={id} label={name} checked={!left.has(id)} onChange={() => setLeft(toggled(left, id))} />
              ))}
            </fieldset>
          )
        }
      </Loaded>
    </FormDialog>
  );
}

function hasTask({ task, source, model, temperature, agent }: ExperimentForm, { version }: ChosenPrompt): boolean {
  if (task === "agent") return agent !== "";
  if (task === "column") return true;
  if (source === "saved") return version !== null && !("problem" in savedTask(version, model));
  return model.trim() !== "" && temperatureOf(temperature) !== undefined;
}
