"use client";
import { NumberInput, TextField } from "@/app/_form/fields";
import type { FieldProps } from "./field-props";
import { secretInput } from "./key-field";

const secret = {
  optional: true,
  hint: "Stored encrypted and never shown. Leave empty to keep the stored value.",
  ...secretInput,
} as const;

/** The LiveKit connection of an agent, in place of a phone number. */
export function RoomFields({ form }: Pick<FieldProps, "form">) {
  return (
    <>
      <TextField
        form={form}
        name="roomUrl"
        at="livekit_url"
        label="LiveKit URL"
        optional
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder="wss://parcels.livekit.cloud"
      />
      <TextField
        form={form}
        name="roomAgent"
        at="livekit_agent_name"
        label="LiveKit agent name"
        optional
        spellCheck={false}
      />
      <TextField form={form} name="roomKey" at="livekit_api_key" label="LiveKit API key" {...secret} />
      <TextField form={form} name="roomSecret" at="livekit_api_secret" label="LiveKit API secret" {...secret} />
      <NumberInput
        form={form}
        name="roomCalls"
        at="livekit_max_concurrency"
        label="Concurrent calls"
        optional
        min={1}
        max={100}
      />
    </>
  );
}
