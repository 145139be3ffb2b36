"use client";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { FormElement } from "./form-element";
import { FormProblem } from "./form-problem";
import { LeaveForm } from "./leave-form";
import type { DraftedForm } from "./use-drafted-form";

interface Props<V extends FieldValues> {
  form: DraftedForm<V>;
  /** What Enter does; by default it saves. */
  onSubmit?: () => void;
  /** A field shows a mistake, so that the form cannot be saved yet. */
  isInvalid?: boolean;
  /** The buttons that save. */
  buttons: ReactNode;
  /** Where the link goes that leaves the form. */
  leaveTo: string;
  children: ReactNode;
}

/** A form on a page of its own, with its buttons and why it was not saved below the fields. */
export function PageForm<V extends FieldValues>({
  form,
  onSubmit = form.submit,
  isInvalid = false,
  buttons,
  leaveTo,
  children,
}: Props<V>) {
  return (
    <FormElement
      form={{ submit: onSubmit }}
      disabled={isInvalid}
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8"
    >
      {children}
      <div className="grid gap-3">
        {isInvalid ? (
          <p role="alert" className="text-bad">
            Fix the marked fields before you save.
          </p>
        ) : (
          <FormProblem form={form} />
        )}
        <div className="flex flex-wrap gap-2">
          {buttons}
          <LeaveForm href={leaveTo} isChanged={form.isChanged} forget={form.forget} />
        </div>
      </div>
    </FormElement>
  );
}

/** Saves by the shortcut that browsers use for pages, also while typing. */
export function useSaveKey(save: () => void, verb = "Save"): void {
  useShortcuts("Page", [{ keys: "mod+s", description: `${verb} (also while typing)`, run: save, whileTyping: true }]);
}
