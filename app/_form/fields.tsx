"use client";
// Labelled controls of a SaveForm. Each shows the server's refusal of its value.
import { type ComponentProps, type ReactNode, useEffect } from "react";
import {
  type FieldError,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  useController,
  useFormState,
} from "react-hook-form";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { NumberField } from "@/app/_ui/control/number-field";
import { RadioGroup } from "@/app/_ui/control/radio-group";
import { Select } from "@/app/_ui/control/select";
import { Switch } from "@/app/_ui/control/switch";
import { Textarea } from "@/app/_ui/control/textarea";
import type { SaveForm } from "./use-save-form";
import { useTypedBefore } from "./use-typed-before";

export interface Bound<V extends FieldValues, N extends FieldPath<V>> {
  form: SaveForm<V>;
  /** The value's name in the form. */
  name: N;
  /** The value's path in the request, where its name differs. */
  at?: string;
}

interface Labelled {
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  /** What is wrong with the value before it is sent; shown in place of the server's refusal. */
  error?: string | null | undefined;
}

/** While the caller is on the screen, refusals of the value at this path of the request belong to its field. */
export function useRefusalsAt<V extends FieldValues>({ fields }: SaveForm<V>, at: string, name: FieldPath<V>): void {
  useEffect(() => {
    fields.set(at, name);
    return () => void fields.delete(at);
  }, [fields, at, name]);
}

/** The value of a field, its change and its refusal. */
export function useFormField<V extends FieldValues, N extends FieldPath<V>>({ form, name, at = name }: Bound<V, N>) {
  useRefusalsAt(form, at, name);
  const { field, fieldState } = useController({ control: form.control, name });
  const ref = useTypedBefore(field);
  return { ...field, ref, error: fieldState.error?.message };
}

/** The refusal of a value inside another, such as an entry of a map, or of a list that its own controls change. */
export function useRefusal<V extends FieldValues>(form: SaveForm<V>, at: string): string | undefined {
  // Safe: the name holds an error alone. It is not the value's path, because keys of a map may contain dots.
  const name = `refused_${at.replaceAll(/\W/g, "_")}` as FieldPath<V>;
  useRefusalsAt(form, at, name);
  const { errors } = useFormState({ control: form.control });
  return (errors[name] as FieldError | undefined)?.message; // safe: the name is flat
}

export type FieldProps<V extends FieldValues, N extends FieldPath<V>> = Bound<V, N> & Labelled;
/** What a control takes beside its value. */
type Rest<Props> = Omit<Props, "value" | "onChange" | "name" | "form" | keyof Labelled>;

/** A labelled control of any kind: the function draws it. */
export function FormField<V extends FieldValues, N extends FieldPath<V>>({
  children,
  label,
  hint,
  optional = false,
  error,
  ...bound
}: FieldProps<V, N> & { children: (field: Omit<ReturnType<typeof useFormField<V, N>>, "error">) => ReactNode }) {
  const { error: refusal, ...field } = useFormField(bound);
  return (
    <Field label={label} hint={hint} optional={optional} error={error ?? refusal}>
      {children(field)}
    </Field>
  );
}

interface PartProps<V extends FieldValues> extends Labelled {
  form: SaveForm<V>;
  /** The value's path in the request. */
  at: string;
  children: ReactNode;
}

/** A labelled control of a value inside another. */
export function PartField<V extends FieldValues>({ form, at, optional = false, error, ...rest }: PartProps<V>) {
  const refusal = useRefusal(form, at);
  return <Field {...rest} optional={optional} error={error ?? refusal} />;
}

export function TextField<V extends FieldValues, N extends FieldPath<V>>({
  form,
  name,
  at = name,
  label,
  hint,
  optional = false,
  error,
  ...rest
}: FieldProps<V, N> & Rest<ComponentProps<typeof Input>>) {
  return (
    <FormField {...{ form, name, at, label, hint, optional, error }}>
      {(field) => <Input {...rest} {...field} />}
    </FormField>
  );
}

export function TextareaField<V extends FieldValues, N extends FieldPath<V>>({
  form,
  name,
  at = name,
  label,
  hint,
  optional = false,
  error,
  ...rest
}: FieldProps<V, N> & Rest<ComponentProps<typeof Textarea>>) {
  return (
    <FormField {...{ form, name, at, label, hint, optional, error }}>
      {(field) => <Textarea {...rest} {...field} />}
    </FormField>
  );
}

export function NumberInput<V extends FieldValues, N extends FieldPath<V>>({
  form,
  name,
  at = name,
  label,
  hint,
  optional = false,
  error,
  ...rest
}: FieldProps<V, N> & Rest<ComponentProps<typeof NumberField>>) {
  return (
    <FormField {...{ form, name, at, label, hint, optional, error }}>
      {({ value, onChange }) => <NumberField {...rest} value={value} onChange={onChange} />}
    </FormField>
  );
}

export function SelectField<V extends FieldValues, N extends FieldPath<V>>({
  form,
  name,
  at = name,
  label,
  hint,
  optional = false,
  error,
  ...rest
}: FieldProps<V, N> & Rest<ComponentProps<typeof Select<FieldPathValue<V, N>>>>) {
  return (
    <FormField {...{ form, name, at, label, hint, optional, error }}>
      {({ value, onChange }) => <Select {...rest} value={value} onChange={onChange} />}
    </FormField>
  );
}

/** `hideLabel`: the label is only read aloud, as below a heading. */
export function RadioField<V extends FieldValues, N extends FieldPath<V>>(
  props: Bound<V, N> &
    Pick<ComponentProps<typeof RadioGroup<FieldPathValue<V, N>>>, "label" | "options"> & { hideLabel?: boolean },
) {
  const { label, hideLabel = false, options } = props;
  const { value, onChange, error } = useFormField(props);
  return (
    <fieldset>
      {hideLabel ? null : <legend className="mb-1 font-medium">{label}</legend>}
      <RadioGroup label={label} value={value} onChange={onChange} options={options} />
      <Refusal text={error} />
    </fieldset>
  );
}

export function CheckboxField<V extends FieldValues, N extends FieldPath<V>>(
  props: Bound<V, N> & Omit<ComponentProps<typeof Checkbox>, "checked" | "onChange">,
) {
  const { form, name, at, ...rest } = props;
  const { value, onChange, error } = useFormField(props);
  return (
    <div>
      <Checkbox {...rest} checked={value} onChange={onChange} />
      <Refusal text={error} />
    </div>
  );
}

export function SwitchField<V extends FieldValues, N extends FieldPath<V>>(
  props: Bound<V, N> & Omit<ComponentProps<typeof Switch>, "checked" | "onChange">,
) {
  const { form, name, at, ...rest } = props;
  const { value, onChange, error } = useFormField(props);
  return (
    <div>
      <Switch {...rest} checked={value} onChange={onChange} />
      <Refusal text={error} />
    </div>
  );
}

/** Why the server refused the value of a control without a Field. */
export const Refusal = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p role="alert" className="text-xs text-bad">
      {text}
    </p>
  ) : null;
