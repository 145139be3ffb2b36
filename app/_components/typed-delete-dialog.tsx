"use client";
import type { ReactNode } from "react";
import { TextField } from "@/app/_form/fields";
import { type Save, useSaveForm, withInput } from "@/app/_form/use-save-form";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";

interface Props<Input, A> {
  title: string;
  /** The button's label. */
  action: string;
  /** What must be typed, and how the field calls it. */
  typed: { label: string; at: string; text: string };
  remove: Save<Input, A> & { mutationFn: (input: Input) => Promise<A> };
  input: (typed: string) => Input;
  onDeleted: (answer: A) => void;
  onClose: () => void;
  /** The consequences, and what is kept. */
  children: ReactNode;
}

/** Asks for a name before something is deleted forever. */
export function TypedDeleteDialog<Input, A>(props: Props<Input, A>) {
  const { title, action, typed, remove, input, onDeleted, onClose, children } = props;
  const form = useSaveForm({
    initial: { typed: "" },
    save: withInput(remove, (values: { typed: string }) => input(values.typed.trim())),
    onSaved: onDeleted,
  });
  const isTyped = form.values.typed.trim().toLowerCase() === typed.text.trim().toLowerCase();
  return (
    <FormDialog title={title} action={action} form={form} onClose={onClose} disabled={!isTyped} danger>
      <div className="grid gap-2 text-soft">{children}</div>
      <TextField
        form={form}
        name="typed"
        at={typed.at}
        label={typed.label}
        hint={`Type “${typed.text}” to confirm.`}
        autoComplete="off"
      />
    </FormDialog>
  );
}
