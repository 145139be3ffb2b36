"use client";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { Select } from "@/app/_ui/control/select";
import { Switch } from "@/app/_ui/control/switch";
import { Textarea } from "@/app/_ui/control/textarea";
import type { ParamSchema } from "@/lib/contracts/evaluation/shapes/definition";
import { paramHint, textOf } from "./param-text";

interface Props {
  name: string;
  param: ParamSchema;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** A field for a template parameter, by its type. */
export function ParamField({ name, param, text, error, onChange }: Props) {
  if (param.type === "boolean")
    return <Switch label={name} checked={text === "true"} onChange={(on) => onChange(String(on))} />;
  const isLong = param.type === "list" || param.type === "dict" || name === "code";
  return (
    <Field label={name} optional={!param.required} hint={paramHint(param)} error={error}>
      {param.options ? (
        <Select
          value={text || null}
          options={param.options.map((option) => ({ value: option, label: option }))}
          onChange={onChange}
        />
      ) : isLong ? (
        <Textarea
          spellCheck={false}
          className="min-h-9! pointer-coarse:min-h-11! font-mono text-xs!"
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <Input
          spellCheck={false}
          inputMode={param.type === "integer" ? "numeric" : param.type === "number" ? "decimal" : "text"}
          placeholder={param.default === undefined ? "" : `${textOf(param.default)} by default`}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
