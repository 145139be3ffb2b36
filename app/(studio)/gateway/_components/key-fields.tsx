"use client";
import { RadioField, SelectField, SwitchField, TextareaField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { actions, periods, tracings } from "./choices";
import type { KeyForm } from "./key-form";
import { useUnpricedHint } from "./unpriced";

const types = [
  { value: "byok", label: "Without credits", hint: "Only limits and budgets apply to its calls." },
  { value: "managed", label: "Managed", hint: "Its calls are paid from credits, which the gateway's operator adds." },
] as const;

const number = { type: "number", inputMode: "decimal", min: 0 } as const;

const rates = [
  { name: "rate_limit_rpm", label: "Requests per minute" },
  { name: "rate_limit_tpm", label: "Tokens per minute" },
] as const;

const lists = [
  { name: "allowed_models", label: "Models", hint: "One per line, e.g. openai/*. Empty: all." },
  { name: "allowed_providers", label: "Providers", hint: "One per line. Empty: all." },
  { name: "allowed_ips", label: "IP addresses", hint: "One address or range per line, e.g. 10.0.0.0/8." },
] as const;

interface Props {
  form: SaveForm<KeyForm>;
  /** The type of a key cannot change later. */
  isNew: boolean;
}

/** All settings of a key. */
export const KeyFields = ({ form, isNew }: Props) => (
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
    <LimitFields form={form} />
    <TextField form={form} name="expires_at" label="Expires" optional type="datetime-local" />
    {lists.map((list) => (
      <TextareaField key={list.name} form={form} {...list} optional className="font-mono text-xs!" />
    ))}
    <SelectField form={form} name="tracing" label="Tracing" options={tracings("As set for the organization")} />
  </div>
);

const LimitFields = ({ form }: Pick<Props, "form">) => {
  const unpricedHint = useUnpricedHint(form.values.type);
  return (
    <>
      {rates.map((rate) => (
        <TextField
          key={rate.name}
          form={form}
          {...rate}
          optional
          hint="Empty: no limit of its own."
          {...number}
          step="1"
        />
      ))}
      <SelectField
        form={form}
        name="period"
        label="Budget"
        hint="Periods start at midnight UTC: every day, every Monday or on the first of the month."
        options={periods("No budget of its own")}
      />
      {form.values.period === "none" ? null : (
        <>
          <TextField
            form={form}
            name="limit"
            at="budget"
            label="Budget in USD"
            hint={form.values.refuses_unpriced ? undefined : unpricedHint}
            {...number}
            step="any"
          />
          <SelectField form={form} name="action" label="When spent" options={actions} />
        </>
      )}
      <div className="sm:col-span-2">
        <SwitchField
          form={form}
          name="refuses_unpriced"
          at="metadata"
          label="Refuse models without a price"
          hint="Also what else has no price, such as a provider's own tools."
        />
      </div>
    </>
  );
};
