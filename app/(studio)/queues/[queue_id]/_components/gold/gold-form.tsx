"use client";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { fieldKeys } from "@/app/_components/label-field/field-keys";
import { focusFilter, focusStop } from "@/app/_components/label-field/focus-stop";
import { chooseByDigit, type Value } from "@/app/_components/label-field/form-label";
import { LabelField } from "@/app/_components/label-field/label-field";
import { isApple, isTyping, matchesKeys, type Shortcut } from "@/app/_ui/keyboard/shortcut";
import type { Gold } from "@/lib/contracts/annotation/gold";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import { answersIn, knownValues, problemsIn } from "./gold-answers";

interface Props {
  /** Lets a button outside submit the form. */
  id: string;
  labels: readonly ItemLabel[];
  gold: Gold;
  onSave: (answers: ReturnType<typeof answersIn>) => void;
}

const NOT_COMPARED = <p className="text-xs text-faint">Texts are not compared with annotators’ answers.</p>;

/** The queue's form with the known answers. A dialog blocks the page's shortcuts, so the form handles its own. */
export function GoldForm({ id, labels, gold, onSave }: Props) {
  const { values, problems, choose, check } = useKnownValues(labels, gold);
  const [current, setCurrent] = useState(labels[0]?.label_id);
  const form = useRef<HTMLFormElement>(null);
  const fieldOf = (labelId: string) => form.current?.querySelector(`[data-field="${labelId}"]`);
  useEffect(() => focusStop(form.current?.querySelector("[data-field]"), { preventScroll: true }), []);

  const chooseByKey = (digit: number, isShifted: boolean) => {
    const label = labels.find(({ label_id }) => label_id === current);
    const value = label && chooseByDigit(label, values[label.label_id] ?? null, digit, isShifted);
    if (!label || value === undefined) return;
    // Keep the tab stop on the selected option and move the focus there, so that Tab goes to the next field.
    flushSync(() => choose(label.label_id, value));
    focusStop(fieldOf(label.label_id));
  };
  const keys = fieldKeys({ choose: chooseByKey, filter: () => current && focusFilter(fieldOf(current)) });
  const save = () => {
    const first = check();
    if (first) focusStop(fieldOf(first));
    else onSave(answersIn(labels, values));
  };
  return (
    <form
      ref={form}
      id={id}
      aria-label="Gold answer"
      noValidate
      onKeyDown={(event) => onKeyDown(event, keys)}
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
          {label.type === "text" ? NOT_COMPARED : null}
        </LabelField>
      ))}
    </form>
  );
}

/** The known answers as they are edited. */
function useKnownValues(labels: readonly ItemLabel[], gold: Gold) {
  const [values, setValues] = useState(() => knownValues(labels, gold.answers));
  const [problems, setProblems] = useState<Record<string, string>>({});
  return {
    values,
    problems,
    choose: (labelId: string, value: Value) => {
      setValues({ ...values, [labelId]: value });
      setProblems({});
    },
    /** Shows what is wrong, and returns the first label with a problem. */
    check: () => {
      const found = problemsIn(labels, values);
      setProblems(found);
      return Object.keys(found)[0];
    },
  };
}

function onKeyDown(event: KeyboardEvent<HTMLFormElement>, keys: readonly Shortcut[]): void {
  if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
    event.preventDefault();
    event.currentTarget.requestSubmit();
    return;
  }
  const key = isTyping(event.target)
    ? undefined
    : keys.find((each) => matchesKeys(each.keys, event.nativeEvent, isApple()));
  if (!key) return;
  event.preventDefault();
  key.run(event.nativeEvent);
}
