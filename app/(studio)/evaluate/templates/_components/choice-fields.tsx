"use client";
import { X } from "lucide-react";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Input } from "@/app/_ui/control/input";
import { NumberField } from "@/app/_ui/control/number-field";
import { Switch } from "@/app/_ui/control/switch";
import { CallError } from "@/lib/client/call-error";
import type { FieldProps } from "./field-props";
import { newChoice } from "./template-form";

const MOST = 100;

/** The choices of a judge, each with its score. */
export function ChoiceFields({ form, onChange, error }: FieldProps) {
  const { choices, multi } = form;
  const problem = errorOf(error);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">Choices and their scores, 0 to 1</legend>
      {choices.map((choice, index) => {
        const set = (changes: Partial<typeof choice>) =>
          onChange({ choices: choices.map((other) => (other.key === choice.key ? { ...other, ...changes } : other)) });
        return (
          <div key={choice.key} className="flex items-center gap-2">
            <Input
              aria-label={`Choice ${index + 1}`}
              className="min-w-0 flex-1"
              maxLength={255}
              value={choice.label}
              onChange={(event) => set({ label: event.target.value })}
            />
            <NumberField
              aria-label={`Score of choice ${index + 1}`}
              min={0}
              max={1}
              step={0.1}
              value={choice.score}
              onChange={(score) => set({ score })}
            />
            <IconButton
              label={`Remove choice ${index + 1}`}
              disabled={choices.length <= 1}
              onClick={() => onChange({ choices: choices.filter(({ key }) => key !== choice.key) })}
            >
              <X aria-hidden="true" />
            </IconButton>
          </div>
        );
      })}
      {problem ? (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      ) : null}
      <div>
        <Button
          size="small"
          disabled={choices.length >= MOST}
          onClick={() => onChange({ choices: [...choices, newChoice()] })}
        >
          Add choice
        </Button>
      </div>
      <Switch label="Allow multiple" checked={multi} onChange={(on) => onChange({ multi: on })} />
    </fieldset>
  );
}

function errorOf(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  return Object.entries(error.fields)
    .find(([field]) => /^choice_scores(?:\.|$)/.test(field))?.[1]
    .join(" ");
}
