"use client";
import { Plus, X } from "lucide-react";
import { PartField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Input } from "@/app/_ui/control/input";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { type DatasetForm, isPath, type MappingLine, suggestedPaths } from "./trace-mapping";

/** The columns, and the path in the trace that fills each. */
export function TraceMappingFields({ form }: { form: SaveForm<DatasetForm> }) {
  const { mapping } = form.values;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-medium">Columns</legend>
      {mapping.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other name
        <Line key={index} form={form} line={line} index={index} />
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus aria-hidden="true" />}
          onClick={() => form.set({ mapping: [...mapping, { column: "", path: "" }] })}
        >
          Add a column
        </Button>
      </div>
    </fieldset>
  );
}

const NO_PATH = "Choose a value, or a path into input, output or attributes.";

function Line({ form, line, index }: { form: SaveForm<DatasetForm>; line: MappingLine; index: number }) {
  const { mapping } = form.values;
  const change = (changes: Partial<MappingLine>) =>
    form.set({ mapping: mapping.map((other, at) => (at === index ? { ...other, ...changes } : other)) });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-start gap-2">
      <PartField form={form} at={`mapping.${index}.column`} label={`Column ${index + 1}`}>
        <Input value={line.column} maxLength={255} onChange={(event) => change({ column: event.target.value })} />
      </PartField>
      <PartField
        form={form}
        at={`mapping.${index}.path`}
        label={`Value ${index + 1}`}
        error={isPath(line.path.trim()) ? null : NO_PATH}
      >
        <SuggestInput
          value={line.path}
          onChange={(path) => change({ path })}
          suggestions={suggestedPaths}
          placeholder="Empty, to fill in"
        />
      </PartField>
      <IconButton
        label={`Remove column ${index + 1}`}
        className="mt-6"
        disabled={mapping.length === 1}
        onClick={() => form.set({ mapping: mapping.filter((_, at) => at !== index) })}
      >
        <X aria-hidden="true" />
      </IconButton>
    </div>
  );
}
