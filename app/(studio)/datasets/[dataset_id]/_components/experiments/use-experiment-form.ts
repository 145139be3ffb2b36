"use client";
import { useRequestId } from "@/app/_components/use-request-id";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { createExperiment } from "@/lib/client/evaluation/experiments";
import { configOf, emptyDraft, type PromptDraft } from "../prompts/prompt-draft";
import { microsOf } from "../runs/run-words";
import { savedTask } from "./saved-task";

type SavedVersion = Parameters<typeof savedTask>[0];

export interface ExperimentForm extends Pick<PromptDraft, "model" | "messages" | "temperature"> {
  name: string;
  task: "prompt" | "agent" | "column";
  /** Of a prompt: its messages are typed, or those of a saved version. */
  source: "typed" | "saved";
  agent: string;
  /** What the agent is sent. */
  message: string;
  outputColumn: string;
  /** Empty for the rows as they are. */
  version: string;
  firstRows: number | null;
  repeats: number | null;
  /** In dollars, as typed. */
  ceiling: string;
}

interface Chosen {
  datasetId: string;
  /** To begin with. */
  outputColumn: string;
  evaluationIds: string[];
  /** Null until one is chosen and loaded. */
  savedVersion: SavedVersion | null;
  source: ExperimentForm["source"];
  onSaved: () => void;
}

/** The form that starts an experiment with the chosen evaluations. */
export function useExperimentForm({ datasetId, outputColumn, evaluationIds, savedVersion, source, onSaved }: Chosen) {
  // Sending the same request again does not start a second experiment. The saved version is no value of the form.
  const requestId = useRequestId();
  const { model, messages, temperature } = emptyDraft;
  const initial: ExperimentForm = {
    name: "",
    task: "prompt",
    source,
    agent: "",
    message: "",
    outputColumn,
    version: "",
    firstRows: null,
    repeats: 1,
    ceiling: "",
    ...{ model, messages, temperature },
  };
  return useSaveForm({
    initial,
    save: withInput(createExperiment, (form: ExperimentForm) => ({
      dataset_id: datasetId,
      name: form.name.trim(),
      task: taskOf(form, savedVersion),
      output_column_id: form.outputColumn,
      user_eval_ids: evaluationIds,
      dataset_version_id: form.version === "" ? null : form.version,
      first_rows: form.firstRows,
      repeats: form.repeats ?? 1,
      ceiling_micros: microsOf(form.ceiling) ?? null,
      mutation_id: requestId([form, evaluationIds, savedVersion?.name, savedVersion?.version]),
    })),
    onSaved,
  });
}

function taskOf(form: ExperimentForm, savedVersion: SavedVersion | null) {
  if (form.task === "agent") return { kind: "agent" as const, agent_id: form.agent, message: form.message };
  if (form.task === "column") return { kind: "column" as const };
  if (form.source === "saved") {
    if (!savedVersion) throw new Error("Choose a saved prompt.");
    const task = savedTask(savedVersion, form.model);
    if ("problem" in task) throw new Error(task.problem);
    return task;
  }
  return { kind: "prompt" as const, config: configOf({ ...emptyDraft, ...promptOf(form) }) };
}

const promptOf = ({ model, messages, temperature }: ExperimentForm) => ({ model, messages, temperature });
