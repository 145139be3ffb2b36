"use client";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { NumberField } from "@/app/_ui/number-field";
import { RadioGroup } from "@/app/_ui/radio-group";
import { fieldError } from "@/lib/client/call-error";
import { GatewayModelField } from "../../_components/gateway-model-field";
import { reaches, reachWords } from "./agent-form";
import type { FieldProps } from "./field-props";
import { KeyField } from "./key-field";

const options = reaches.map((value) => ({ value, ...reachWords[value] }));

/** How to reach a text agent, with the fields of the chosen kind. */
export function TargetFields(props: FieldProps) {
  const { form, onChange, error } = props;
  const { reach } = form;
  const hasAddress = reach === "chat_completions" || reach === "webhook";
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-medium">Connection</h2>
      <RadioGroup label="Connection" value={reach} options={options} onChange={(next) => onChange({ reach: next })} />
      {hasAddress ? (
        <Field
          label="Address"
          error={fieldError(error, "target.url") ?? fieldError(error, "target")}
          hint={
            reach === "webhook"
              ? "Receives a POST for each turn. The signing secret is shown once, when you save the agent."
              : "Without /chat/completions, such as https://agent.example.com/v1."
          }
        >
          <Input
            type="url"
            inputMode="url"
            spellCheck={false}
            value={form.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        </Field>
      ) : null}
      {reach === "chat_completions" ? (
        <>
          <Field
            label="Model"
            hint="The model name that the endpoint expects."
            error={fieldError(error, "target.model")}
          >
            <Input
              spellCheck={false}
              value={form.model}
              onChange={(event) => onChange({ model: event.target.value })}
            />
          </Field>
          <KeyField {...props} optional />
        </>
      ) : null}
      {reach === "description" || reach === "gateway" ? (
        <GatewayModelField
          value={form.model}
          onChange={(model) => onChange({ model })}
          error={fieldError(error, "target.model") ?? fieldError(error, "target")}
        />
      ) : null}
      {reach === "client" ? null : (
        <Field label="Timeout per turn">
          <NumberField
            value={form.timeout}
            onChange={(timeout) => onChange({ timeout })}
            min={1}
            max={300}
            unit="seconds"
            aria-label="Timeout per turn"
          />
        </Field>
      )}
    </section>
  );
}
