"use client";
import { useState } from "react";
import { Input } from "@/app/_ui/control/input";
import { Picker } from "@/app/_ui/control/picker";
import { Select } from "@/app/_ui/control/select";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { Textarea } from "@/app/_ui/control/textarea";
import { type Kind, kindOf, type Schema } from "../schema";
import { useConfigDraft } from "../use-draft";
import { readText, textOf } from "../value-text";
import { isSame, type Path, valueAt } from "../values";
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
export function ValueControl({ path, schema, suggestions, ...rest }: Props) {
  const { config, set } = useConfigDraft();
  const value = valueAt(config, path);
  const kind = kindOf(schema);
  const [text, setText] = useTyped(kind, value, (next) => set(path, next));
  const placeholder = schema["x-unset"] ?? textOf(kind, schema.default);
  if (kind === "secret") return <SecretInput path={path} {...rest} />;
  if (kind === "choice" || kind === "switch") {
    const names = schema.enum ?? ["true", "false"];
    const unset = { value: UNSET, label: labelFor(placeholder || "None") };
    const options = names.map((name) => ({ value: name, label: labelFor(name, String(path.at(-1))) }));
    const chosen = value ?? schema.default;
    return (
      <Select
        value={chosen === undefined ? UNSET : String(chosen)}
        options={schema.default === undefined ? [unset, ...options] : options}
        onChange={(name) => set(path, name === UNSET ? undefined : kind === "switch" ? name === "true" : name)}
        {...rest}
      />
    );
  }
  if (kind === "several") {
    const chosen = Array.isArray(value) ? value.filter((entry) => typeof entry === "string") : [];
    return (
      <Picker
        options={(schema.items?.enum ?? []).map((name) => ({ value: name, label: labelFor(name) }))}
        value={chosen}
        placeholder={placeholder}
        empty="No results"
        onChange={(next) => set(path, next.length > 0 ? next : undefined)}
      />
    );
  }
  if (suggestions) {
    return <SuggestInput value={text} suggestions={suggestions} placeholder={placeholder} onChange={setText} />;
  }
  if (kind === "lines" || kind === "json" || (schema.maxLength ?? 0) > LONG) {
    return (
      <Textarea
        className={kind === "text" ? "" : "font-mono text-xs!"}
        spellCheck={kind === "text"}
        value={text}
        placeholder={placeholder}
        onChange={(event) => setText(event.target.value)}
        {...rest}
      />
    );
  }
  return (
    <Input
      value={text}
      placeholder={placeholder}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      {...rest}
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
