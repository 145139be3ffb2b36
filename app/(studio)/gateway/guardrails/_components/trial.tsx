"use client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { Textarea } from "@/app/_ui/control/textarea";
import { testGuardrail } from "@/lib/client/gateway";
import type { ClientInput } from "@/lib/contracts/contract";
import type { testGuardrail as contract } from "@/lib/contracts/gateway/guardrails";
import { errorAt, errorBeside } from "../../_components/field-errors";
import { Outcome } from "./outcome";

const roleOptions = [
  { value: "user", label: "User" },
  { value: "system", label: "System prompt" },
  { value: "assistant", label: "Model" },
  { value: "tool", label: "Tool" },
] as const;

/** A text and role to try rules on, with the last outcome. Nothing is stored. */
export function useTrial(initialText: string) {
  const [text, setText] = useState(initialText);
  const [role, setRole] = useState<(typeof roleOptions)[number]["value"]>("user");
  const [triedText, setTriedText] = useState("");
  const { mutate, data, error, isPending, reset } = useMutation(testGuardrail);
  const run = (rule: Record<string, unknown>) => {
    setTriedText(text);
    // Safe because the server validates the rule.
    mutate({ rule: rule as ClientInput<typeof contract>["rule"], text, role });
  };
  return { text, setText, role, setRole, triedText, run, outcome: data, error, isPending, reset };
}
export type Trial = ReturnType<typeof useTrial>;

export function TrialFields({ trial }: { trial: Trial }) {
  const problem = errorBeside(trial.error, ["rule", "text"]);
  return (
    <>
      <Field label="Text" error={errorAt(trial.error, "text")}>
        <Textarea className="min-h-24!" value={trial.text} onChange={(event) => trial.setText(event.target.value)} />
      </Field>
      <Field label="Role">
        <Select value={trial.role} options={roleOptions} onChange={trial.setRole} />
      </Field>
      {problem ? (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      ) : null}
    </>
  );
}

export function TrialOutcome({ trial }: { trial: Trial }) {
  return (
    <div aria-live="polite" className="min-w-0">
      {trial.outcome ? (
        <Outcome outcome={trial.outcome} testedText={trial.triedText} />
      ) : (
        <p className="text-soft">The findings appear here. Nothing is stored.</p>
      )}
    </div>
  );
}
