"use client";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { NumberField } from "@/app/_ui/number-field";
import { fieldError } from "@/lib/client/call-error";
import type { FieldProps } from "./field-props";

const KEPT = "Stored encrypted and never shown. Leave empty to keep the stored value.";

/** The LiveKit connection of an agent, in place of a phone number. */
export function RoomFields({ form, onChange, error }: FieldProps) {
  return (
    <>
      <Field label="LiveKit URL" optional error={fieldError(error, "livekit_url")}>
        <Input
          type="url"
          inputMode="url"
          spellCheck={false}
          placeholder="wss://parcels.livekit.cloud"
          value={form.roomUrl}
          onChange={(event) => onChange({ roomUrl: event.target.value })}
        />
      </Field>
      <Field label="LiveKit agent name" optional error={fieldError(error, "livekit_agent_name")}>
        <Input
          spellCheck={false}
          value={form.roomAgent}
          onChange={(event) => onChange({ roomAgent: event.target.value })}
        />
      </Field>
      <Field label="LiveKit API key" optional error={fieldError(error, "livekit_api_key")} hint={KEPT}>
        <Input
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          value={form.roomKey}
          onChange={(event) => onChange({ roomKey: event.target.value })}
        />
      </Field>
      <Field label="LiveKit API secret" optional error={fieldError(error, "livekit_api_secret")} hint={KEPT}>
        <Input
          type="password"
          autoComplete="new-password"
          spellCheck={false}
          value={form.roomSecret}
          onChange={(event) => onChange({ roomSecret: event.target.value })}
        />
      </Field>
      <Field label="Concurrent calls" optional error={fieldError(error, "livekit_max_concurrency")}>
        <NumberField
          value={form.roomCalls}
          onChange={(roomCalls) => onChange({ roomCalls })}
          min={1}
          max={100}
          aria-label="Concurrent calls"
        />
      </Field>
    </>
  );
}
