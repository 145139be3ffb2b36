"use client";
import { NumberInput, TextareaField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Section } from "@/app/_ui/page/section";
import { ModelInput } from "@/app/(studio)/evaluate/_components/model-input";
import { type EditorValues, jsonFlaw } from "./prompt-form";

interface Props {
  form: SaveForm<EditorValues>;
}

/** Model, settings, tools and the form of the answer. */
export function SettingFields({ form }: Props) {
  return (
    <Section title="Model and settings">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ModelInput
          form={form}
          name="model"
          at="content.model"
          label="Model"
          sandbox="sandbox/echo"
          placeholder="openai/gpt-5-mini"
          hint="Any model of the gateway. Without one, the caller names it."
        />
        <NumberFields form={form} />
        <JsonFields form={form} />
      </div>
    </Section>
  );
}

function NumberFields({ form }: Props) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <NumberInput
        form={form}
        name="temperature"
        at="content.settings.temperature"
        label="Temperature"
        min={0}
        max={2}
        step={0.1}
        optional
      />
      <NumberInput
        form={form}
        name="top_p"
        at="content.settings.top_p"
        label="Top p"
        min={0}
        max={1}
        step={0.1}
        optional
      />
      <NumberInput
        form={form}
        name="max_tokens"
        at="content.settings.max_tokens"
        label="Max tokens"
        min={1}
        max={1_000_000}
        optional
      />
    </div>
  );
}

function JsonFields({ form }: Props) {
  const { tools, output_schema } = form.values;
  return (
    <>
      <TextareaField
        form={form}
        name="tools"
        at="content.tools"
        label="Tools"
        hint="A JSON list, as in chat completions."
        error={jsonFlaw(tools, "list")}
        className="font-mono text-xs"
        spellCheck={false}
        optional
      />
      <TextareaField
        form={form}
        name="output_schema"
        at="content.output_schema"
        label="Output schema"
        hint="A JSON schema that the answer follows."
        error={jsonFlaw(output_schema, "object")}
        className="font-mono text-xs"
        spellCheck={false}
        optional
      />
    </>
  );
}
