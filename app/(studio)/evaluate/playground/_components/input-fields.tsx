"use client";
import { Field } from "@/app/_ui/control/field";
import { Textarea } from "@/app/_ui/control/textarea";
import { fieldError } from "@/lib/client/call-error";
import { Removable } from "../../_components/add-input";
import type { InputKey } from "../../_components/mapping";
import type { Texts } from "./form";
import type { Side } from "./use-side";

interface Props {
  /** The templates. Both receive the inputs that both know. */
  sides: readonly Side[];
  keys: readonly InputKey[];
  /** Inputs added by hand. */
  added: readonly string[];
  inputs: Texts;
  onChange: (name: string, text: string) => void;
  onRemove: (name: string) => void;
}

/** A text field for each input of the templates. */
export function InputFields({ sides, keys, added, inputs, onChange, onRemove }: Props) {
  return keys.map(({ key, isOptional }) => {
    const isAdded = added.includes(key);
    const field = (
      <Field
        key={key}
        label={key}
        optional={isOptional && !isAdded}
        hint={hintOf(sides, key)}
        error={sides.map(({ error }) => fieldError(error, `mapping.${key}`)).find((message) => message !== undefined)}
      >
        <Textarea value={inputs[key] ?? ""} onChange={(event) => onChange(key, event.target.value)} />
      </Field>
    );
    return isAdded ? (
      <Removable key={key} name={key} onRemove={() => onRemove(key)}>
        {field}
      </Removable>
    ) : (
      field
    );
  });
}

function hintOf(sides: readonly Side[], key: string): string | undefined {
  const kinds = [...new Set(sides.flatMap(({ template }) => template?.config.param_modalities[key] ?? []))];
  const media = kinds.filter((kind) => kind !== "text");
  if (media.length === 0) return undefined;
  const address = media.includes("image") ? "an https address or a data URL" : "a data URL";
  return `${kinds.includes("text") ? "A text, or " : ""}${address} (${media.join(", ")}).`;
}
