"use client";
import { type ReactNode, useState } from "react";
import { Refusal, SelectField, TextareaField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { testGuardrail } from "@/lib/client/gateway";
import type { ClientInput } from "@/lib/contracts/contract";
import type { testGuardrail as contract } from "@/lib/contracts/gateway/guardrails";
import { Outcome } from "./outcome";

type Input = ClientInput<typeof contract>;

const roleOptions = [
  { value: "user", label: "User" },
  { value: "system", label: "System prompt" },
  { value: "assistant", label: "Model" },
  { value: "tool", label: "Tool" },
] as const;

export interface TrialValues {
  /** The rule's text, where it can be edited. */
  rule: string;
  text: string;
  role: (typeof roleOptions)[number]["value"];
}

/** A rule tried on a text and role. Nothing is stored. `ruleOf` makes the rule of its text, or throws a CallError. */
export function useTrial(initial: Pick<TrialValues, "rule" | "text">, ruleOf: (text: string) => object) {
  const [triedText, setTriedText] = useState("");
  const form = useSaveForm({
    initial: { ...initial, role: "user" },
    // Safe because the server validates the rule.
    save: withInput(testGuardrail, ({ rule, ...rest }: TrialValues) => ({
      rule: ruleOf(rule) as Input["rule"],
      ...rest,
    })),
    onSaved: (_, { text }) => setTriedText(text),
  });
  return { form, triedText };
}
export type Trial = ReturnType<typeof useTrial>;

interface TrialFormProps {
  trial: Trial;
  look?: "primary" | "secondary";
  /** Beside the button. */
  aside?: ReactNode;
  /** What comes before the text: a heading, or the rule. */
  children: ReactNode;
}

/** The form that tries a rule on a text. */
export function TrialForm({ trial: { form }, look = "secondary", aside, children }: TrialFormProps) {
  useShortcuts("Page", [
    { keys: "mod+enter", description: "Try the rule (also while typing)", run: form.submit, whileTyping: true },
  ]);
  return (
    <form
      aria-label="Test bench"
      className="grid min-w-0 content-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {children}
      <TextareaField form={form} name="text" label="Text" className="min-h-24!" />
      <SelectField form={form} name="role" label="Role" options={roleOptions} />
      <Refusal text={form.problem} />
      <div className="flex flex-wrap gap-2">
        <Button look={look} type="submit" keys="mod+enter" busy={form.busy}>
          Try
        </Button>
        {aside}
      </div>
    </form>
  );
}

export const TrialOutcome = ({ trial: { form, triedText } }: { trial: Trial }) => (
  <div aria-live="polite" className="min-w-0">
    {form.saved ? (
      <Outcome outcome={form.saved} testedText={triedText} />
    ) : (
      <p className="text-soft">The findings appear here. Nothing is stored.</p>
    )}
  </div>
);
