"use client";
import { RadioField, SelectField, TextareaField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { actions, periods, tracings } from "./choices";
import type { KeyForm } from "./key-form";

const types = [
  { value: "byok", label: "Free", hint: "Only limits and budgets apply to its calls." },
  { value: "managed", label: "Managed", hint: "Its calls are paid from credits, which the gateway's operator adds." },
] as const;

const number = { type: "number", inputMode: "decimal", min: 0 } as const;

interface Props {
  form: SaveForm<KeyForm>;
  /** The type of a key cannot change later. */
  isNew: boolean;
}

/** All settings of a key. */
export function KeyFields({ form, isNew }: Props) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="The program that uses the key, e.g. “Support bot”."
        required
        maxLength={255}
      />
      <TextField
        form={form}
        name="owner"
        label="Owner"
        optional
        hint="The user whose budget applies to calls that name no user."
        maxLength={255}
      />
      {isNew ? (
        <div className="sm:col-span-2">
          <RadioField form={form} name="type" at="key_type" label="Type" options={types} />
        </div>
      ) : null}
      {(["rpm", "tpm"] as const).map((unit) => (
        <TextField
          key={unit}
          form={form}
          name={`rate_limit_${unit}`}
          label={unit === "rpm" ? "Requests per minute" : "Tokens per minute"}
          optional
          hint="Empty: no own limit."
          {...number}
          step="1"
        />
      ))}
      <SelectField
        form={form}
        name="period"
        label="Budget"
        hint="Periods start at midnight UTC: every day, every Monday or on the first of the month."
        options={periods("No own budget")}
      />
      {form.values.period === "none" ? null : (
        <>
          <TextField form={form} name="limit" at="budget" label="Budget in USD" {...number} step="any" />
          <SelectField form={form} name="action" label="When spent" options={actions} />
        </>
      )}
      <TextField form={form} name="expires_at" label="Expires" optional type="datetime-local" />
      <TextareaField
        form={form}
        name="allowed_models"
        label="Models"
        optional
        hint="One per line, e.g. openai/*. Empty: all."
        className="font-mono text-xs!"
      />
      <TextareaField
        form={form}
        name="allowed_providers"
        label="Providers"
        optional
        hint="One per line. Empty: all."
        className="font-mono text-xs!"
      />
      <TextareaField
        form={form}
        name="allowed_ips"
        label="IP addresses"
        optional
        hint="One address or range per line, e.g. 10.0.0.0/8."
        className="font-mono text-xs!"
      />
      <SelectField form={form} name="tracing" label="Tracing" options={tracings("As set for the organization")} />
    </div>
  );
}
