"use client";
import { useState } from "react";
import type { Value } from "@/app/_components/label-field/form-label";
import { LabelField } from "@/app/_components/label-field/label-field";
import { SourceTextsProvider } from "@/app/_components/label-field/spans/source-texts";
import { needsNote } from "@/lib/annotation/labels/rules/required-note";
import { type LabelForm, settingsOf } from "./label-form";

const SAMPLE = "The text of the field is here. Try to mark a piece of it.";

/** The field as annotators will see it. It can be tried out. */
export function LabelPreview({ form }: { form: LabelForm }) {
  const [value, setValue] = useState<Value>(null);
  const label = {
    label_id: "preview",
    name: form.name || "Label name",
    type: form.type,
    settings: {
      ...settingsOf({
        ...form,
        options: form.options.map(({ name }, index) => ({ name: name || `Option ${index + 1}` })),
      }),
      // Annotators see outputs without names.
      ...(form.type === "preference" ? { first: "1", second: "2", shown_first: "1" } : {}),
    },
    description: form.description || null,
    allow_notes: form.allowNotes,
    required: true,
  };
  return (
    <aside aria-label="Preview" className="h-fit rounded-lg bg-sunk px-4 py-3 sm:sticky sm:top-0">
      <h3 className="text-xs text-faint">Preview</h3>
      <div className="-ml-4">
        <SourceTextsProvider content={{ fields: { [form.field.trim()]: SAMPLE } }}>
          <LabelField key={form.type} label={label} value={value} onChange={setValue} />
        </SourceTextsProvider>
      </div>
      {form.allowNotes ? (
        <p className="text-xs text-faint">
          {value && needsNote(label, value)
            ? "Annotators must add a note for this answer."
            : "Annotators may add a note."}
        </p>
      ) : null}
    </aside>
  );
}
