"use client";
import { useQuery } from "@tanstack/react-query";
import { NumberInput, RadioField, SelectField, TextareaField, TextField, useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { cutText } from "@/app/_ui/figure/cut-text";
import { ChoiceField } from "@/app/(studio)/_components/choice-fields";
import { useAgentChoices } from "@/app/(studio)/_components/choices";
import { ModelInput } from "@/app/(studio)/evaluate/_components/model-input";
import { datasetVersionChoicesQuery } from "@/lib/client/datasets";
import type { DatasetTable } from "../dataset-rows";
import { PromptMessages } from "../prompts/prompt-messages";
import { TemperatureField } from "../prompts/temperature-field";
import { AmountField } from "../runs/amount-field";
import { SavedPromptFields } from "./saved-prompt-fields";
import type { ExperimentForm } from "./use-experiment-form";
import type { ChosenPrompt } from "./use-saved-prompt";

interface Props {
  datasetId: string;
  form: SaveForm<ExperimentForm>;
  /** Those that people and prompts fill. */
  columns: DatasetTable["column_config"];
  saved: ChosenPrompt;
}

const tasks = [
  { value: "prompt", label: "A model, with a prompt" },
  { value: "agent", label: "An agent" },
  { value: "column", label: "The output column as it is" },
] as const;

const sources = [
  { value: "typed", label: "Typed here" },
  { value: "saved", label: "A saved prompt" },
] as const;

export function ExperimentFields({ datasetId, form, columns, saved }: Props) {
  const outputName = columns.find(({ id }) => id === form.values.outputColumn)?.name;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField form={form} name="name" label="Name" required maxLength={255} placeholder="Shorter answers" />
        <SelectField
          form={form}
          name="outputColumn"
          at="output_column_id"
          label="Output column"
          hint="Evaluations that read this column read the outputs instead."
          options={columns.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <RadioField form={form} name="task" label="Where the outputs come from" options={tasks} />
      {form.values.task === "prompt" ? (
        <>
          <RadioField form={form} name="source" label="Prompt" options={sources} />
          {form.values.source === "saved" ? (
            <SavedPromptFields form={form} saved={saved} />
          ) : (
            <Prompt form={form} columns={columns.flatMap(({ name }) => (name === outputName ? [] : name))} />
          )}
        </>
      ) : null}
      {form.values.task === "agent" ? (
        <AgentTask form={form} columns={columns.flatMap(({ name }) => (name === outputName ? [] : name))} />
      ) : null}
      <Rows datasetId={datasetId} form={form} />
    </>
  );
}

function Prompt({ form, columns }: { form: SaveForm<ExperimentForm>; columns: readonly string[] }) {
  const refusal = useRefusal(form, "task.config.messages");
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ModelInput
          form={form}
          name="model"
          at="task.config.model"
          label="Model"
          sandbox="sandbox/echo"
          optional={false}
          placeholder="provider/model"
          hint="Any model of the gateway."
        />
        <TemperatureField form={form} name="temperature" value={form.values.temperature} at="task.config.temperature" />
      </div>
      <PromptMessages
        messages={form.values.messages}
        onChange={(messages) => form.set({ messages })}
        columns={columns}
        error={refusal}
      />
    </>
  );
}

/** Agents with an address or a model. Those that a client drives are refused by the server. */
function AgentTask({ form, columns }: { form: SaveForm<ExperimentForm>; columns: readonly string[] }) {
  const agents = useAgentChoices([form.values.agent], { agent_type: "text" });
  if (agents.isNone) return <p>You have no text agents. Create one under Simulate → Agents.</p>;
  return (
    <>
      <ChoiceField
        form={form}
        name="agent"
        at="task.agent_id"
        label="Agent"
        hint="Its active version answers."
        choices={agents}
        placeholder="Choose an agent"
      />
      <TextareaField
        form={form}
        name="message"
        at="task.message"
        label="Message"
        hint={`The first message of a conversation. Columns: ${columns.map((name) => `{{${name}}}`).join(", ") || "none"}.`}
        rows={4}
      />
    </>
  );
}

/** Which rows, how often, and at what cost. */
function Rows({ datasetId, form }: Pick<Props, "datasetId" | "form">) {
  const { data } = useQuery(datasetVersionChoicesQuery(datasetId));
  return (
    <fieldset className="grid items-start gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">Rows</legend>
      <SelectField
        form={form}
        name="version"
        at="dataset_version_id"
        label="Version"
        hint={<>The rows as they are now become a version, unless one has them. {data && cutText(data, "version")}</>}
        options={[
          { value: "", label: "The rows as they are now" },
          ...(data?.results ?? []).map(({ id, number, name }) => ({ value: id, label: `${number}: ${name}` })),
        ]}
      />
      <NumberInput
        form={form}
        name="firstRows"
        at="first_rows"
        label="First rows only"
        optional
        hint="Leave empty for all rows."
        min={1}
        max={200_000}
        unit="rows"
      />
      <NumberInput form={form} name="repeats" label="Outputs per row" min={1} max={20} unit="outputs" />
      <AmountField
        form={form}
        name="ceiling"
        value={form.values.ceiling}
        label="Ceiling, US dollars"
        hint="The experiment stops before a call that could exceed it. You can resume it later."
        placeholder="No ceiling"
      />
    </fieldset>
  );
}
