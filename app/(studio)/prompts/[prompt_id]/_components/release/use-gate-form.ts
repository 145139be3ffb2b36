"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { setPromptGate } from "@/lib/client/prompts/releases";
import type { PromptGate } from "@/lib/contracts/prompts/releases";

export interface GateForm {
  /** Ids; empty until chosen. */
  label: string;
  dataset: string;
  version: string;
  column: string;
  evaluations: readonly string[];
  margin: number | null;
  /** In percent. */
  power: number | null;
  allowUncalibrated: boolean;
}

/** The values of a gate, or those that a new one begins with. */
const initialOf = (gate: PromptGate | null, label: string): GateForm => ({
  label: gate?.label.id ?? label,
  dataset: gate?.dataset_id ?? "",
  version: gate?.dataset_version_id ?? "",
  column: gate?.output_column_id ?? "",
  evaluations: gate?.user_eval_ids ?? [],
  margin: gate?.margin ?? 0.05,
  power: Math.round((gate?.power ?? 0.95) * 1000) / 10,
  allowUncalibrated: gate?.allow_uncalibrated ?? false,
});

interface Options {
  promptId: string;
  gate: PromptGate | null;
  /** The label to begin with. */
  label: string;
  onSaved: () => void;
}

export const useGateForm = ({ promptId, gate, label, onSaved }: Options) =>
  useSaveForm({
    initial: initialOf(gate, label),
    save: withInput(setPromptGate, (form: GateForm) => ({
      prompt_id: promptId,
      label_id: form.label,
      dataset_version_id: form.version,
      output_column_id: form.column,
      user_eval_ids: [...form.evaluations],
      margin: form.margin ?? 0,
      power: (form.power ?? 0) / 100,
      allow_uncalibrated: form.allowUncalibrated,
    })),
    onSaved,
  });

export const isComplete = ({ label, version, column, evaluations, margin, power }: GateForm): boolean =>
  [label, version, column].every((id) => id !== "") && evaluations.length > 0 && margin !== null && power !== null;
