"use client";
import { FormField, NumberInput, TextField, useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Select } from "@/app/_ui/control/select";
import { ModelInput } from "@/app/(studio)/evaluate/_components/model-input";
import type { PromptForm } from "./prompt-draft";
import { PromptMessages } from "./prompt-messages";
import { TemperatureField } from "./temperature-field";

const SCHEMA = "schema";

interface Props {
  form: SaveForm<PromptForm>;
  /** Column names that messages can use. */
  columns: readonly string[];
}

/** A column's name and prompt. */
export function PromptFields({ form, columns }: Props) {
  const refusal = useRefusal(form, "config.messages");
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField form={form} name="name" label="Name" hint="The column's name." required maxLength={255} />
        <ModelInput
          form={form}
          name="model"
          at="config.model"
          label="Model"
          sandbox="sandbox/echo"
          optional={false}
          placeholder="provider/model"
          hint="Any model of the gateway."
        />
      </div>
      <PromptMessages
        messages={form.values.messages}
        onChange={(messages) => form.set({ messages })}
        columns={columns}
        error={refusal}
      />
      <fieldset className="grid gap-4 sm:grid-cols-3">
        <legend className="mb-2 font-medium">Response</legend>
        <TemperatureField form={form} name="temperature" value={form.values.temperature} at="config.temperature" />
        <NumberInput
          form={form}
          name="maxTokens"
          at="config.max_tokens"
          label="Maximum answer length"
          optional
          min={1}
          max={1_000_000}
          unit="tokens"
        />
        <Format form={form} />
      </fieldset>
    </>
  );
}

/** A schema can be set through the API alone. */
const Format = ({ form }: Pick<Props, "form">) => (
  <FormField form={form} name="format" at="config.response_format" label="Format">
    {({ value, onChange }) => {
      const isSchema = typeof value === "object" && value !== null;
      return (
        <Select
          value={isSchema ? SCHEMA : (value ?? "text")}
          options={[
            { value: "text", label: "Text" },
            { value: "json_object", label: "A JSON object" },
            ...(isSchema ? [{ value: SCHEMA, label: "A schema, set through the API" }] : []),
          ]}
          onChange={(next) => next !== SCHEMA && onChange(next === "json_object" ? next : null)}
        />
      );
    }}
  </FormField>
);
