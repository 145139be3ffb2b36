"use client";
import { type ChangeEvent, useState } from "react";
import { Input } from "@/app/_ui/control/input";
import { Picker } from "@/app/_ui/control/picker";
import { Select } from "@/app/_ui/control/select";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { Textarea } from "@/app/_ui/control/textarea";
import { type Kind, kindOf, type Schema } from "../schema";
import { useConfigDraft } from "../use-draft";
import { readText, textOf } from "../value-text";
import { isSame, listAt, type Path, valueAt } from "../values";
import { labelFor } from "../words";
import { SecretInput } from "./secret-input";

interface Props {
  path: Path;
  schema: Schema;
  suggestions?: readonly string[];
  /** Required if no Field labels the control. */
  "aria-label"?: string;
}

const UNSET = "unset";
const LONG = 500;

/** The control for a single value: a text, a number, a choice or a list of them. */
export function ValueControl({ suggestions, ...props }: Props) {
  const { path, schema, ...rest } = props;
  const { config, set } = useConfigDraft();
  const kind = kindOf(schema);
  const [value, setValue] = useTyped(kind, valueAt(config, path), (next) => set(path, next));
  const placeholder = unsetText(schema);
  if (kind === "secret") return <SecretInput path={path} {...rest} />;
  if (kind === "choice" || kind === "switch") return <Choice {...props} />;
  if (kind === "several") return <Several {...props} />;
  if (suggestions) {
    return <SuggestInput value={value} suggestions={suggestions} placeholder={placeholder} onChange={setValue} />;
  }
  const control = {
    value,
    placeholder,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setValue(event.target.value),
    ...rest,
  };
  if (kind === "lines" || kind === "json" || (schema.maxLength ?? 0) > LONG) {
    return (
      <Textarea className={kind === "text" ? "" : "font-mono text-xs!"} spellCheck={kind === "text"} {...control} />
    );
  }
  return <Input spellCheck={false} autoComplete="off" {...control} />;
}

/** What applies if nothing is set. */
const unsetText = (schema: Schema): string => schema["x-unset"] ?? textOf(kindOf(schema), schema.default);

type ControlProps = Omit<Props, "suggestions">;

function Choice({ path, schema, ...rest }: ControlProps) {
  const { config, set } = useConfigDraft();
  const unset = { value: UNSET, label: labelFor(unsetText(schema) || "None") };
  const options = (schema.enum ?? ["true", "false"]).map((name) => ({
    value: name,
    label: labelFor(name, String(path.at(-1))),
  }));
  const chosen = valueAt(config, path) ?? schema.default;
  return (
    <Select
      value={chosen === undefined ? UNSET : String(chosen)}
      options={schema.default === undefined ? [unset, ...options] : options}
      onChange={(name) => set(path, name === UNSET ? undefined : schema.enum ? name : name === "true")}
      {...rest}
    />
  );
}

function Several({ path, schema }: ControlProps) {
  const { config, set } = useConfigDraft();
  return (
    <Picker
      options={(schema.items?.enum ?? []).map((name) => ({ value: name, label: labelFor(name) }))}
      value={listAt(config, path).filter((entry) => typeof entry === "string")}
      placeholder={unsetText(schema)}
      empty="No results"
      onChange={(next) => set(path, next.length > 0 ? next : undefined)}
    />
  );
}

/** The typed text as long as it means the same value, so that "0." does not become "0" while typing. */
function useTyped(kind: Kind, value: unknown, onChange: (value: unknown) => void): [string, (text: string) => void] {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed !== null && isSame(readText(kind, typed), value) ? typed : textOf(kind, value);
  return [
    text,
    (next) => {
      setTyped(next);
      onChange(readText(kind, next));
    },
  ];
}
