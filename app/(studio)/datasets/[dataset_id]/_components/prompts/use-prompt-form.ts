"use client";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { addPredictionColumn, editPredictionColumn } from "@/lib/client/evaluation/runs";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import { configOf, draftOf, type PromptForm } from "./prompt-draft";

/** The form of a column's name and prompt; null for a new column. Saving does not call the model yet. */
export function usePromptForm(
  dataset_id: string,
  column: ConfiguredColumn | null,
  onSaved: (answer: { column_id: string }) => void,
) {
  const bodyOf = (form: PromptForm) => ({ dataset_id, name: form.name.trim(), config: configOf(form), run: false });
  const save = column
    ? withInput(editPredictionColumn, (form: PromptForm) => ({ ...bodyOf(form), column_id: column.id }))
    : withInput(addPredictionColumn, bodyOf);
  const initial: PromptForm = { ...draftOf(column?.run_config ?? null), name: column?.name ?? "" };
  return useSaveForm({ initial, save, onSaved });
}
