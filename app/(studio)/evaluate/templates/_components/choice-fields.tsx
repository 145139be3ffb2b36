"use client";
import { X } from "lucide-react";
import { Refusal, SwitchField, useRefusal } from "@/app/_form/fields";
import { Button } from "@/app/_ui/button/button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { Input } from "@/app/_ui/control/input";
import { NumberField } from "@/app/_ui/control/number-field";
import { keyedList } from "../../_components/keyed-list";
import type { FieldProps } from "./field-props";
import { newChoice } from "./template-form";

const MOST = 100;

/** The choices of a judge, each with its score. */
export function ChoiceFields({ form }: FieldProps) {
  const { choices } = form.values;
  const list = keyedList(choices, (next) => form.set({ choices: next }));
  const refusal = useRefusal(form, "choice_scores");
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">Choices and their scores, 0 to 1</legend>
      {choices.map(({ key, label, score }, index) => (
        <div key={key} className="flex items-center gap-2">
          <Input
            aria-label={`Choice ${index + 1}`}
            className="min-w-0 flex-1"
            maxLength={255}
            value={label}
            onChange={(event) => list.change(key, { label: event.target.value })}
          />
          <NumberField
            aria-label={`Score of choice ${index + 1}`}
            min={0}
            max={1}
            step={0.1}
            value={score}
            onChange={(next) => list.change(key, { score: next })}
          />
          <IconButton
            label={`Remove choice ${index + 1}`}
            disabled={choices.length <= 1}
            onClick={() => list.remove(key)}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <Refusal text={refusal} />
      <div>
        <Button size="small" disabled={choices.length >= MOST} onClick={() => list.add(newChoice())}>
          Add choice
        </Button>
      </div>
      <SwitchField form={form} name="multi" at="multi_choice" label="Allow multiple" />
    </fieldset>
  );
}
