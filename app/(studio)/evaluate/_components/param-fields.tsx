"use client";
import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { useRefusal } from "@/app/_form/fields";
import type { SaveForm } from "@/app/_form/use-save-form";
import type { ParamSchema } from "@/lib/contracts/evaluation/shapes/definition";
import { ParamField } from "./param-field";
import { textOf } from "./param-text";

interface Props<V extends FieldValues> {
  form: SaveForm<V>;
  /** The parameters' path in the request. */
  at: string;
  params: readonly (readonly [name: string, schema: ParamSchema])[];
  value: Readonly<Record<string, string>>;
  onChange: (value: Record<string, string>) => void;
}

/** The parameters of templates, in a form. */
export function ParamFields<V extends FieldValues>({ form, at, params, value, onChange }: Props<V>) {
  if (params.length === 0) return null;
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-2 font-medium">Parameters</legend>
      {params.map(([name, schema]) => (
        <FormParam
          key={name}
          form={form}
          at={`${at}.${name}`}
          name={name}
          param={schema}
          text={value[name] ?? textOf(schema.default)}
          onChange={(text) => onChange({ ...value, [name]: text })}
        />
      ))}
    </fieldset>
  );
}

type FormParamProps<V extends FieldValues> = Pick<Props<V>, "form" | "at"> &
  Omit<ComponentProps<typeof ParamField>, "error">;

const FormParam = <V extends FieldValues>({ form, at, ...rest }: FormParamProps<V>) => (
  <ParamField {...rest} error={useRefusal(form, at)} />
);
