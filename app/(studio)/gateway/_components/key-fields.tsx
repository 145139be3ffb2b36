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
  /** A key keeps the type that it was made with. */
  isNew: boolean;
}

/** Everything that can be set of a key. */
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
      <Field label="Name" hint="What uses it, e.g. “Support bot”." error={errorAt(error, "name")}>
        <Input required maxLength={255} value={form.name} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field
        label="Owner"
        optional
        hint="Whose budget counts where a call names no user."
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
              { value: "byok", label: "Free", hint: "Its calls count against limits and budgets alone." },
              {
                value: "managed",
                label: "Managed",
                hint: "Its calls are paid from credits, which the gateway's operator adds.",
              },
            ]}
          />
        </fieldset>
      ) : null}
      <Field
        label="Requests a minute"
        optional
        hint="Empty: no limit of its own."
        error={errorAt(error, "rate_limit_rpm")}
      >
        {number("rpm", "1")}
      </Field>
      <Field
        label="Tokens a minute"
        optional
        hint="Empty: no limit of its own."
        error={errorAt(error, "rate_limit_tpm")}
      >
        {number("tpm", "1")}
      </Field>
      <Field label="Budget" hint="Periods begin at midnight, on Monday and on the first, UTC.">
        <Select value={form.period} options={periods("No budget of its own")} onChange={(period) => set({ period })} />
      </Field>
      {form.period === "none" ? null : (
        <>
          <Field label="Budget in USD" error={errorAt(error, "budget")}>
            {number("limit", "any")}
          </Field>
          <Field label="Once it is spent">
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
        hint="One a line, e.g. openai/*. Empty: all."
        error={errorAt(error, "allowed_models")}
      >
        {lines("models")}
      </Field>
      <Field label="Providers" optional hint="One a line. Empty: all." error={errorAt(error, "allowed_providers")}>
        {lines("providers")}
      </Field>
      <Field
        label="Addresses"
        optional
        hint="One a line, or ranges such as 10.0.0.0/8."
        error={errorAt(error, "allowed_ips")}
      >
        {lines("addresses")}
      </Field>
      <Field label="Calls are traced" error={errorAt(error, "tracing")}>
        <Select
          value={form.tracing}
          options={tracings("As the organization says")}
          onChange={(tracing) => set({ tracing })}
        />
      </Field>
    </div>
  );
}
