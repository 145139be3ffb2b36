"use client";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fieldKeys } from "@/app/_components/label-field/field-keys";
import { focusFilter, focusStop } from "@/app/_components/label-field/focus-stop";
import { chooseByDigit, type Value } from "@/app/_components/label-field/form-label";
import { LabelField } from "@/app/_components/label-field/label-field";
import { isApple, isTyping, matchesKeys } from "@/app/_ui/keyboard/shortcut";
import type { Gold } from "@/lib/contracts/annotation/gold";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import { givenAnswers, knownValues, problemsIn } from "./gold-answers";

interface Props {
  /** Lets a button outside submit the form. */
  id: string;
  labels: readonly ItemLabel[];
  gold: Gold;
  onSave: (answers: ReturnType<typeof givenAnswers>) => void;
}

/** The queue's form with the known answers. A dialog blocks the page's shortcuts, so the form handles its own. */
export function GoldForm({ id, labels, gold, onSave }: Props) {
  const [values, setValues] = useState(() => knownValues(labels, gold.answers));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [current, setCurrent] = useState(labels[0]?.label_id);
  const form = useRef<HTMLFormElement>(null);
  const fieldOf = (labelId: string) => form.current?.querySelector(`[data-field="${labelId}"]`);
  useEffect(() => focusStop(form.current?.querySelector("[data-field]"), { preventScroll: true }), []);

  const choose = (labelId: string, value: Value) => {
    setValues({ ...values, [labelId]: value });
    setProblems({});
  };
  const chooseByKey = (digit: number, isShifted: boolean) => {
    const label = labels.find(({ label_id }) => label_id === current);
    const value = label && chooseByDigit(label, values[label.label_id] ?? null, digit, isShifted);
    if (!label || value === undefined) return;
    // Keep the tab stop on the selected option and move the focus there, so that Tab goes to the next field.
    flushSync(() => choose(label.label_id, value));
    focusStop(fieldOf(label.label_id));
  };
  const keys = fieldKeys({ choose: chooseByKey, filter: () => current && focusFilter(fieldOf(current)) });
  const onKeyDown = (event: KeyboardEvent) => {
    const chord = event.ctrlKey || event.metaKey;
    if (chord && event.key === "Enter") {
      event.preventDefault();
      form.current?.requestSubmit();
      return;
    }
    const key = isTyping(event.target)
      ? undefined
      : keys.find((each) => matchesKeys(each.keys, event.nativeEvent, isApple()));
    if (!key) return;
    event.preventDefault();
    key.run(event.nativeEvent);
  };
  const save = () => {
    const found = problemsIn(labels, values);
    const [first] = Object.keys(found);
    setProblems(found);
    if (first) focusStop(fieldOf(first));
    else onSave(givenAnswers(labels, values));
  };
  return (
    <form
      ref={form}
      id={id}
      aria-label="Gold answer"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      className="-ml-4 divide-y divide-line"
    >
      {labels.map((label) => (
        <LabelField
          key={label.label_id}
          // All labels are optional here, so none is marked.
          label={{ ...label, required: true }}
          value={values[label.label_id] ?? null}
          onChange={(value) => choose(label.label_id, value)}
          error={problems[label.label_id]}
          current={label.label_id === current}
          onFocus={() => setCurrent(label.label_id)}
        >
          {label.type === "text" ? (
            <p className="text-xs text-faint">Texts are not compared with annotators’ answers.</p>
          ) : null}
        </LabelField>
      ))}
    </form>
  );
}
