"use client";
import { CheckboxesField } from "@/app/_form/checkboxes-field";
import { RadioField, TextField } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import type { WebhookEvent, WebhookFormat } from "@/lib/contracts/names";
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
      <CheckboxesField
        form={form}
        at="events"
        legend="Events"
        options={eventOptions.map((option) => ({ ...option, hint: <code className="font-mono">{option.value}</code> }))}
        chosen={form.values.events}
        onChange={(events) => form.set({ events })}
      />
      <RadioField
        form={form}
        name="format"
        label="Format"
        options={isNew ? formats : formats.filter(({ value }) => value !== "usual")}
      />
    </>
  );
}
