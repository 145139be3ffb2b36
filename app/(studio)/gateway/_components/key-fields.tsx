"use client";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { RadioGroup } from "@/app/_ui/radio-group";
import { Select } from "@/app/_ui/select";
import { Textarea } from "@/app/_ui/textarea";
import { actions, periods, tracings } from "./choices";
import { errorAt } from "./field-errors";
import type { KeyForm } from "./key-form";

interface Props {
  form: KeyForm;
  onChange: (form: KeyForm) => void;
  error: unknown;
  /** The type of a key cannot change later. */
  isNew: boolean;
}

/** All settings of a key. */
export function KeyFields({ form, onChange, error, isNew }: Props) {
  const set = (change: Partial<KeyForm>) => onChange({ ...form, ...change });
  const number = (name: "rpm" | "tpm" | "limit", step: string) => (
    <Input
      type="number"
      inputMode="decimal"
      min={0}
      step={step}
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  const lines = (name: "models" | "providers" | "addresses") => (
    <Textarea
      className="font-mono text-xs!"
      value={form[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Name" hint="The program that uses the key, e.g. “Support bot”." error={errorAt(error, "name")}>
        <Input required maxLength={255} value={form.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field
        label="Owner"
        optional
        hint="The user whose budget applies to calls that name no user."
        error={errorAt(error, "owner")}
      >
        <Input maxLength={255} value={form.owner} onChange={(event) => set({ owner: event.target.value })} />
      </Field>
      {isNew ? (
        <fieldset className="sm:col-span-2">
          <legend className="mb-1 font-medium">Type</legend>
          <RadioGroup
            label="Type"
            value={form.type}
            onChange={(type) => set({ type })}
            options={[
              { value: "byok", label: "Free", hint: "Only limits and budgets apply to its calls." },
              {
                value: "managed",
                label: "Managed",
                hint: "Its calls are paid from credits, which the gateway's operator adds.",
              },
            ]}
          />
        </fieldset>
      ) : null}
      <Field label="Requests per minute" optional hint="Empty: no own limit." error={errorAt(error, "rate_limit_rpm")}>
        {number("rpm", "1")}
      </Field>
      <Field label="Tokens per minute" optional hint="Empty: no own limit." error={errorAt(error, "rate_limit_tpm")}>
        {number("tpm", "1")}
      </Field>
      <Field label="Budget" hint="Periods start at midnight UTC: every day, every Monday or on the first of the month.">
        <Select value={form.period} options={periods("No own budget")} onChange={(period) => set({ period })} />
      </Field>
      {form.period === "none" ? null : (
        <>
          <Field label="Budget in USD" error={errorAt(error, "budget")}>
            {number("limit", "any")}
          </Field>
          <Field label="When spent">
            <Select value={form.action} options={actions} onChange={(action) => set({ action })} />
          </Field>
        </>
      )}
      <Field label="Expires" optional error={errorAt(error, "expires_at")}>
        <Input type="datetime-local" value={form.expires} onChange={(event) => set({ expires: event.target.value })} />
      </Field>
      <Field
        label="Models"
        optional
        hint="One per line, e.g. openai/*. Empty: all."
        error={errorAt(error, "allowed_models")}
      >
        {lines("models")}
      </Field>
      <Field label="Providers" optional hint="One per line. Empty: all." error={errorAt(error, "allowed_providers")}>
        {lines("providers")}
      </Field>
      <Field
        label="IP addresses"
        optional
        hint="One address or range per line, e.g. 10.0.0.0/8."
        error={errorAt(error, "allowed_ips")}
      >
        {lines("addresses")}
      </Field>
      <Field label="Tracing" error={errorAt(error, "tracing")}>
        <Select
          value={form.tracing}
          options={tracings("As set for the organization")}
          onChange={(tracing) => set({ tracing })}
        />
      </Field>
    </div>
  );
}
