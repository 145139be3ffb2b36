"use client";
import { useRequestId } from "@/app/_components/use-request-id";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { createExperiment } from "@/lib/client/evaluation/experiments";
import { configOf, emptyDraft, type PromptDraft } from "../prompts/prompt-draft";
import { microsOf } from "../runs/run-words";

export interface ExperimentForm extends Pick<PromptDraft, "model" | "messages" | "temperature"> {
  name: string;
  task: "prompt" | "agent" | "column";
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

/** The form that starts an experiment with the chosen evaluations. */
export function useExperimentForm(
  dataset_id: string,
  outputColumn: string,
  user_eval_ids: string[],
  onSaved: () => void,
) {
  // Sending the same request again does not start a second experiment.
  const requestId = useRequestId();
  const { model, messages, temperature } = emptyDraft;
  const initial: ExperimentForm = {
    name: "",
    task: "prompt",
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
      dataset_id,
      name: form.name.trim(),
      task: taskOf(form),
      output_column_id: form.outputColumn,
      user_eval_ids,
      dataset_version_id: form.version === "" ? null : form.version,
      first_rows: form.firstRows,
      repeats: form.repeats ?? 1,
      ceiling_micros: microsOf(form.ceiling) ?? null,
      mutation_id: requestId([form, user_eval_ids]),
    })),
    onSaved,
  });
}

function taskOf(form: ExperimentForm) {
  if (form.task === "agent") return { kind: "agent" as const, agent_id: form.agent, message: form.message };
  if (form.task === "column") return { kind: "column" as const };
  return { kind: "prompt" as const, config: configOf({ ...emptyDraft, ...promptOf(form) }) };
}

const promptOf = ({ model, messages, temperature }: ExperimentForm) => ({ model, messages, temperature });
