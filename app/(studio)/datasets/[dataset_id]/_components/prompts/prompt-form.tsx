"use client";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { NumberField } from "@/app/_ui/control/number-field";
import { Select } from "@/app/_ui/control/select";
import { ModelField } from "@/app/(studio)/evaluate/_components/model-field";
import { CallError, fieldError } from "@/lib/client/call-error";
import { addPredictionColumn, editPredictionColumn } from "@/lib/client/evaluation/runs";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import { configOf, draftOf, temperatureOf } from "./prompt-draft";
import { PromptMessages } from "./prompt-messages";

interface Props {
  /** The form's id, for buttons outside of it. */
  id: string;
  datasetId: string;
  /** Null for a new column. */
  column: ConfiguredColumn | null;
  columns: readonly ConfiguredColumn[];
  onBusy: (isBusy: boolean) => void;
  onSaved: (columnId: string) => void;
}

const FIELDS = /^(?:name|config\.(?:model|messages.*|temperature|max_tokens))$/;
const SCHEMA = "schema";

/** A column's name and prompt. Saving does not call the model yet. */
export function PromptForm({ id, datasetId, column, columns, onBusy, onSaved }: Props) {
  const [name, setName] = useState(column?.name ?? "");
  const [draft, setDraft] = useState(() => draftOf(column?.run_config ?? null));
  const add = useMutation(addPredictionColumn);
  const edit = useMutation(editPredictionColumn);
  const { error, isPending } = column ? edit : add;
  const temperature = temperatureOf(draft.temperature);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || temperature === undefined) return;
    onBusy(true);
    const input = { dataset_id: datasetId, name: name.trim(), config: configOf(draft), run: false };
    const then = {
      onSuccess: ({ column_id }: { column_id: string }) => onSaved(column_id),
      onSettled: () => onBusy(false),
    };
    if (column) edit.mutate({ ...input, column_id: column.id }, then);
    else add.mutate(input, then);
  };
  const messageErrors = error instanceof CallError ? Object.entries(error.fields) : [];
  const inMessages = messageErrors.find(([field]) => field.startsWith("config.messages"))?.[1];
  const isShown = messageErrors.some(([field]) => FIELDS.test(field));
  const { format } = draft;
  return (
    <form id={id} onSubmit={save} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Name" hint="The column's name." error={fieldError(error, "name")}>
          <Input required maxLength={255} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <ModelField
          label="Model"
          sandbox="sandbox/echo"
          optional={false}
          value={draft.model}
          onChange={(model) => setDraft({ ...draft, model })}
          placeholder="provider/model"
          hint="Any model of the gateway."
          error={fieldError(error, "config.model")}
        />
      </div>
      <PromptMessages
        messages={draft.messages}
        onChange={(messages) => setDraft({ ...draft, messages })}
        columns={columns.filter(({ id: own }) => own !== column?.id).map(({ name: one }) => one)}
        error={typeof inMessages === "string" ? inMessages : fieldError(error, "config.messages")}
      />
      <fieldset className="grid gap-4 sm:grid-cols-3">
        <legend className="mb-2 font-medium">Response</legend>
        <Field
          label="Temperature"
          optional
          error={temperature === undefined ? "A number from 0 to 2." : fieldError(error, "config.temperature")}
        >
          <Input
            inputMode="decimal"
            placeholder="Model default"
            value={draft.temperature}
            onChange={(event) => setDraft({ ...draft, temperature: event.target.value })}
          />
        </Field>
        <Field label="Maximum answer length" optional error={fieldError(error, "config.max_tokens")}>
          <NumberField
            value={draft.maxTokens}
            onChange={(maxTokens) => setDraft({ ...draft, maxTokens })}
            min={1}
            max={1_000_000}
            unit="tokens"
          />
        </Field>
        <Field label="Format">
          <Select
            value={typeof format === "object" && format !== null ? SCHEMA : (format ?? "text")}
            options={[
              { value: "text", label: "Text" },
              { value: "json_object", label: "A JSON object" },
              ...(typeof format === "object" && format !== null
                ? [{ value: SCHEMA, label: "A schema, set through the API" }]
                : []),
            ]}
            onChange={(next) =>
              next === SCHEMA ? undefined : setDraft({ ...draft, format: next === "json_object" ? next : null })
            }
          />
        </Field>
      </fieldset>
      {error && !isShown ? (
        <p role="alert" className="text-bad">
          {error.message}
        </p>
      ) : null}
    </form>
  );
}
