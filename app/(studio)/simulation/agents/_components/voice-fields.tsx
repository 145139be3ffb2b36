"use client";
import { Button } from "@/app/_ui/button";
import { DialogProblem } from "@/app/_ui/dialog-problem";
import { Field } from "@/app/_ui/field";
import { Input } from "@/app/_ui/input";
import { Select } from "@/app/_ui/select";
import { SuggestInput } from "@/app/_ui/suggest-input";
import { Switch } from "@/app/_ui/switch";
import { fieldError, formError } from "@/lib/client/call-error";
import { languages, voiceProviders } from "@/lib/contracts/simulation/names";
import { inRooms, type Opening } from "./agent-form";
import type { FieldProps } from "./field-props";
import { KeyField } from "./key-field";
import { RoomFields } from "./room-fields";
import { useReadAssistant } from "./use-read-assistant";

const names = new Intl.DisplayNames("en", { type: "language" });
const languageOptions = languages
  .map((value) => ({ value: value as string, label: names.of(value) ?? value }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

const openingOptions: readonly { value: Opening; label: string }[] = [
  { value: "called", label: "The side that is called" },
  { value: "agent", label: "The agent" },
  { value: "customer", label: "The customer" },
];

/** The settings for calls to or from a voice agent. */
export function VoiceFields(props: FieldProps) {
  const { form, onChange, error } = props;
  const reading = useReadAssistant(props);
  const withReading = { ...props, error: reading.error ?? error };
  const isInRooms = inRooms(form);
  const needsAccount = !isInRooms && (!form.inbound || form.observed);
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-medium">Calls</h2>
      <Field label="Provider" error={fieldError(error, "provider")}>
        <SuggestInput
          value={form.provider}
          onChange={(provider) => onChange({ provider })}
          suggestions={voiceProviders}
          placeholder="vapi"
        />
      </Field>
      <Switch
        label="Customers call it"
        hint="If off, the agent calls the customers."
        checked={form.inbound}
        onChange={(inbound) => onChange({ inbound })}
      />
      <Field
        label="Phone number"
        optional={isInRooms || form.assistantId.trim() !== ""}
        error={fieldError(error, "contact_number")}
        hint="10 to 12 digits, with or without a leading +. Test runs call the agent there."
      >
        <Input
          type="tel"
          value={form.contactNumber}
          onChange={(event) => onChange({ contactNumber: event.target.value })}
        />
      </Field>
      <Field
        label="Country code"
        optional
        error={fieldError(error, "country_code")}
        hint="Prefix for a number without one, such as 49."
      >
        <Input
          inputMode="tel"
          maxLength={10}
          value={form.countryCode}
          onChange={(event) => onChange({ countryCode: event.target.value })}
        />
      </Field>
      <Field label="Who speaks first" error={fieldError(error, "target_speaks_first")}>
        <Select value={form.opening} options={openingOptions} onChange={(opening) => onChange({ opening })} />
      </Field>
      <Field
        label="Assistant ID"
        optional={!needsAccount}
        error={fieldError(withReading.error, "assistant_id")}
        hint="The provider's ID. Web calls need no phone number."
      >
        <Input
          spellCheck={false}
          value={form.assistantId}
          onChange={(event) => {
            reading.reset();
            onChange({ assistantId: event.target.value });
          }}
        />
      </Field>
      <KeyField
        {...withReading}
        onChange={(changes) => {
          reading.reset();
          onChange(changes);
        }}
        optional={!needsAccount}
      />
      {reading.read ? (
        <div className="grid gap-1">
          <Button
            className="justify-self-start"
            busy={reading.isPending}
            disabled={!reading.isReady}
            onClick={reading.read}
          >
            Import from {form.provider.trim()}
          </Button>
          <p className="text-xs text-faint">
            Imports the prompt as the description, and the name if it is empty. Needs the assistant ID and the API key,
            even if a key is stored.
          </p>
          <DialogProblem text={formError(reading.error, ["api_key", "assistant_id"])} />
        </div>
      ) : null}
      {isInRooms ? <RoomFields {...props} /> : null}
      <Field label="Language" error={fieldError(error, "language")}>
        <Select value={form.language} options={languageOptions} onChange={(language) => onChange({ language })} />
      </Field>
      <Switch
        label="Keep traces of its calls"
        hint="Stored in a project with the agent's name. Needs the assistant ID and the API key."
        checked={form.observed}
        onChange={(observed) => onChange({ observed })}
      />
    </section>
  );
}
