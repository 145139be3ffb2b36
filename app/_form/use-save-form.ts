"use client";
import { type MutationOptions, useMutation } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import {
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useForm,
  useWatch,
} from "react-hook-form";
import { CallError, isStatus } from "@/lib/client/call-error";

/** An operation that saves a form's values. Its answer may hold more than the form needs. */
export type Save<V, A> = Pick<MutationOptions<A, Error, V>, "mutationKey" | "mutationFn" | "meta" | "onError">;

export interface SaveOptions<V extends FieldValues, A> {
  /** The values to begin with, read once. Every field has one. */
  initial: V;
  /** The operation that saves, from `lib/client`; `withInput` makes its input of the values. */
  save: Save<V, A>;
  onSaved?: (answer: A, values: V) => void;
  onRefused?: (error: Error) => void;
}

/** What a form's frame (a dialog, a group of settings, a page) needs of it. */
export interface Submission {
  /** Sends the values, unless they are already on their way. */
  submit: () => void;
  busy: boolean;
  /** Why the request was refused, unless a field shows it. */
  problem: string | null;
}

export interface SaveForm<V extends FieldValues, A = unknown> extends Submission {
  control: Control<V>;
  values: V;
  /** Changes values without a field of their own, such as a whole list. */
  set: (changes: Partial<V>) => void;
  isChanged: boolean;
  /** The answer to the last request that succeeded. */
  saved: A | null;
  isRefused: boolean;
  /** Back to the beginning or to these values, without errors. */
  reset: (values?: V) => void;
  /** Calls back with the values after each change; returns how to end that. */
  subscribe: (onChange: (values: V) => void) => () => void;
  /** The fields on the screen, by the path under which the request carries their value. */
  fields: Map<string, FieldPath<V>>;
}

/**
 * A form that one operation saves. The server checks the values by the operation's contract; what it refuses is shown
 * at the field whose `at` names the value, the first of them gets the focus, and the rest is the form's `problem`.
 */
export function useSaveForm<V extends FieldValues, A>({
  initial,
  save,
  onSaved,
  onRefused,
}: SaveOptions<V, A>): SaveForm<V, A> {
  const form = useForm<V>({ defaultValues: initial as DefaultValues<V> }); // safe: a whole value is a part of itself
  const fields = useRef(new Map<string, FieldPath<V>>()).current;
  const { isDirty, errors } = form.formState;
  const mutation = useMutation({ ...save, meta: { ...save.meta, showsErrors: true } });
  const subscribe = useCallback(
    (onChange: (values: V) => void) =>
      form.subscribe({ formState: { values: true, dirtyFields: true }, callback: ({ values }) => onChange(values) }),
    [form.subscribe],
  );
  const refuse = (error: Error) => {
    onRefused?.(error);
    showRefusals(form, fields, error);
  };
  return {
    control: form.control,
    // safe: every value has a default, so none is missing
    values: useWatch({ control: form.control }) as V,
    set: (changes) => {
      // safe: the pairs of a part of the values
      for (const [name, value] of Object.entries(changes))
        form.setValue(name as Path<V>, value as PathValue<V, Path<V>>, { shouldDirty: true });
    },
    isChanged: isDirty,
    saved: mutation.data ?? null,
    isRefused: Object.keys(errors).length > 0,
    reset: (values) => {
      mutation.reset();
      form.reset(values ?? initial);
    },
    submit: () => {
      if (mutation.isPending) return;
      form.clearErrors();
      const values = form.getValues();
      mutation.mutate(values, { onSuccess: (answer) => onSaved?.(answer, values), onError: refuse });
    },
    busy: mutation.isPending,
    problem: errors.root?.message ?? null,
    subscribe,
    fields,
  };
}

/** In a dialog, which stays open with what was typed. Other screens lead to sign-in. */
const SIGNED_OUT = "You are signed out. Sign in in another tab, then try again here.";

/** Shows each refusal at its field and focuses the first. Refusals without a field become the form's problem. */
function showRefusals<V extends FieldValues>(
  { setError }: Pick<UseFormReturn<V>, "setError">,
  fields: ReadonlyMap<string, FieldPath<V>>,
  error: Error,
): void {
  const refusals = error instanceof CallError ? Object.entries(error.fields) : [];
  const placed = refusals.map(([path, messages]) => ({ name: fieldAt(fields, path), message: messages.join(" ") }));
  const seen = placed.flatMap(({ name, message }) => (name ? [{ name, message }] : []));
  const unseen = placed.filter(({ name }) => !name).map(({ message }) => message);
  for (const [index, { name, message }] of seen.entries()) setError(name, { message }, { shouldFocus: index === 0 });
  if (seen.length === 0) {
    setError("root", { message: isStatus(error, 401) ? SIGNED_OUT : error.message });
    return;
  }
  // The message is below the control, which focus alone may leave at the edge of a dialog.
  requestAnimationFrame(() => document.activeElement?.parentElement?.scrollIntoView({ block: "nearest" }));
  if (unseen.length > 0) setError("root", { message: unseen.join(" ") });
}

/** The field that shows the refusal of a value: its own, or the one of a value that contains it. */
function fieldAt<V extends FieldValues>(
  fields: ReadonlyMap<string, FieldPath<V>>,
  path: string,
): FieldPath<V> | undefined {
  const end = path.lastIndexOf(".");
  return fields.get(path) ?? (end > 0 ? fieldAt(fields, path.slice(0, end)) : undefined);
}

/** An operation that takes a form's values: `inputOf` makes its input of them. */
export const withInput = <I, A, V>(
  { mutationFn, mutationKey, meta = {} }: Save<I, A> & { mutationFn: (input: I) => Promise<A> },
  inputOf: (values: V) => I,
): Save<V, A> => ({
  ...(mutationKey ? { mutationKey } : {}),
  meta,
  mutationFn: (values) => mutationFn(inputOf(values)),
});
