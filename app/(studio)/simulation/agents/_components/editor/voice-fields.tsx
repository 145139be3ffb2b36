"use client";
import { FormField, SelectField, SwitchField, TextField } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { DialogProblem } from "@/app/_ui/overlay/dialog-problem";
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
export function VoiceFields({ form, stored }: FieldProps) {
  const isInRooms = inRooms(form.values);
  return (
    <section className="grid gap-4">
      <h2 className="text-base font-medium">Calls</h2>
      <FormField form={form} name="provider" label="Provider">
        {({ value, onChange }) => (
          <SuggestInput value={value} onChange={onChange} suggestions={voiceProviders} placeholder="vapi" />
        )}
      </FormField>
      <PhoneFields form={form} />
      <AccountFields form={form} stored={stored} />
      {isInRooms ? <RoomFields form={form} /> : null}
      <SelectField form={form} name="language" label="Language" options={languageOptions} />
      <SwitchField
        form={form}
        name="observed"
        at="observability_enabled"
        label="Keep traces of its calls"
        hint="Stored in a project with the agent's name. Needs the assistant ID and the API key."
      />
    </section>
  );
}

/** Who calls whom, at which number, and who begins. */
function PhoneFields({ form }: Pick<FieldProps, "form">) {
  return (
    <>
      <SwitchField form={form} name="inbound" label="Customers call it" hint="If off, the agent calls the customers." />
      <TextField
        form={form}
        name="contactNumber"
        at="contact_number"
        label="Phone number"
        optional={inRooms(form.values) || form.values.assistantId.trim() !== ""}
        hint="10 to 12 digits. With a country code below, the national number; else with + and its code. Test runs call the agent there."
        type="tel"
      />
      <TextField
        form={form}
        name="countryCode"
        at="country_code"
        label="Country code"
        optional
        hint="Such as 49. It is dialed before every number that does not begin with + or 00."
        inputMode="tel"
        maxLength={10}
      />
      <SelectField
        form={form}
        name="opening"
        at="target_speaks_first"
        label="Who speaks first"
        options={openingOptions}
      />
    </>
  );
}

/** The agent at its provider, which can be asked for the agent's prompt. */
function AccountFields({ form, stored }: FieldProps) {
  const { read, isReady, isPending, error } = useReadAssistant(form);
  const { inbound, observed, provider } = form.values;
  const isOptional = inRooms(form.values) || (inbound && !observed);
  return (
    <>
      <TextField
        form={form}
        name="assistantId"
        at="assistant_id"
        label="Assistant ID"
        optional={isOptional}
        error={fieldError(error, "assistant_id")}
        hint="The provider's ID. Web calls need no phone number."
        spellCheck={false}
      />
      <KeyField form={form} stored={stored} optional={isOptional} error={fieldError(error, "api_key")} />
      {read ? (
        <div className="grid gap-1">
          <Button className="justify-self-start" busy={isPending} disabled={!isReady} onClick={read}>
            Import from {provider.trim()}
          </Button>
          <p className="text-xs text-faint">
            Imports the prompt as the description, and the name if it is empty. Needs the assistant ID and the API key,
            even if a key is stored.
          </p>
          <DialogProblem text={formError(error, ["api_key", "assistant_id"])} />
        </div>
      ) : null}
    </>
  );
}
