"use client";
import { NumberInput, RadioField, TextField } from "@/app/_form/fields";
import { reaches, reachWords } from "./agent-form";
import type { FieldProps } from "./field-props";
import { GatewayModelField } from "./gateway-model-field";
import { KeyField } from "./key-field";

const options = reaches.map((value) => ({ value, ...reachWords[value] }));

/** How to reach a text agent, with the fields of the chosen kind. */
export function TargetFields({ form, stored }: FieldProps) {
  const { reach } = form.values;
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-medium">Connection</h2>
      <RadioField form={form} name="reach" at="target" label="Connection" hideLabel options={options} />
      {reach === "chat_completions" || reach === "webhook" ? (
        <TextField
          form={form}
          name="url"
          at="target.url"
          label="Address"
          hint={
            reach === "webhook"
              ? "Receives a POST for each turn. The signing secret is shown once, when you save the agent."
              : "Without /chat/completions, such as https://agent.example.com/v1."
          }
          type="url"
          inputMode="url"
          spellCheck={false}
        />
      ) : null}
      {reach === "chat_completions" ? (
        <>
          <TextField
            form={form}
            name="model"
            at="target.model"
            label="Model"
            hint="The model name that the endpoint expects."
            spellCheck={false}
          />
          <KeyField form={form} stored={stored} optional />
        </>
      ) : null}
      {reach === "description" || reach === "gateway" ? <GatewayModelField form={form} /> : null}
      {reach === "client" ? null : (
        <NumberInput
          form={form}
          name="timeout"
          at="target.timeout_seconds"
          label="Timeout per turn"
          min={1}
          max={300}
          unit="seconds"
        />
      )}
    </section>
  );
}
