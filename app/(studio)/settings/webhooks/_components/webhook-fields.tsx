"use client";
import { RadioField, TextField, useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Checkbox } from "@/app/_ui/control/checkbox";
import type { WebhookEvent, WebhookFormat } from "@/lib/contracts/names";
import { toggled } from "@/lib/toggled";
import { eventOptions } from "./words";

export interface WebhookForm {
  url: string;
  events: WebhookEvent[];
  /** By the address, as the server decides. */
  format: WebhookFormat | "usual";
}

const formats: readonly { value: WebhookForm["format"]; label: string; hint: string }[] = [
  { value: "usual", label: "By the address", hint: "Slack's for hooks.slack.com, else the standard one" },
  { value: "standard", label: "Standard", hint: "type, timestamp and data" },
  { value: "slack", label: "Slack", hint: "A text, also for services that take Slack's format" },
];

/** What the operation takes of the form's values. */
export const webhookInput = ({ url, events, format }: WebhookForm) => ({
  url,
  events,
  ...(format === "usual" ? {} : { format }),
});

export function WebhookFields<A>({ form, isNew }: { form: SaveForm<WebhookForm, A>; isNew: boolean }) {
  const refusal = useRefusal(form, "events");
  const { events } = form.values;
  return (
    <>
      <TextField
        form={form}
        name="url"
        label="Address"
        hint="A public https address of your server."
        type="url"
        required
        maxLength={2000}
        placeholder="https://example.com/hooks/assay"
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1 font-medium">Events</legend>
        {eventOptions.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            hint={<code className="font-mono">{value}</code>}
            checked={events.includes(value)}
            onChange={() => form.set({ events: [...toggled(new Set(events), value)] })}
          />
        ))}
        {refusal ? (
          <p role="alert" className="text-bad">
            {refusal}
          </p>
        ) : null}
      </fieldset>
      <RadioField
        form={form}
        name="format"
        label="Format"
        options={isNew ? formats : formats.filter(({ value }) => value !== "usual")}
      />
    </>
  );
}
