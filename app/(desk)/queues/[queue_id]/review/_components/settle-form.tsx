"use client";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { fieldKeys } from "@/app/_components/label-field/field-keys";
import { focusFilter, focusStop } from "@/app/_components/label-field/focus-stop";
import { answerOf, chooseByDigit, type Value } from "@/app/_components/label-field/form-label";
import { LabelField } from "@/app/_components/label-field/label-field";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { adjudicateItem } from "@/lib/client/reviews";
import type { ResolvedValue } from "@/lib/contracts/annotation/adjudications";
import { type Answer, type ComparedLabel, storedValue } from "./compare";

interface Props {
  entry: ComparedLabel;
  settled: ResolvedValue | undefined;
  queueId: string;
  itemId: string;
  onClose: () => void;
}

/** Settles a label's value: one of the answers or another. The annotators' own answers do not change. */
export function SettleForm({ entry: { label, answers }, settled, queueId, itemId, onClose }: Props) {
  const [value, setValue] = useState<Value>(settled ? storedValue(settled.value) : null);
  const [reason, setReason] = useState(settled?.notes ?? "");
  const [problem, setProblem] = useState("");
  const form = useRef<HTMLDivElement>(null);
  const { mutate, isPending } = useMutation(adjudicateItem);
  useEffect(() => focusStop(form.current?.querySelector("[data-field]")), []);
  const save = () => {
    const answer = answerOf(label, value);
    if (answer.kind === "wrong") return setProblem(answer.message);
    if (answer.kind === "blank") return setProblem("Choose a value first.");
    mutate(
      { queue_id: queueId, item_id: itemId, values: [{ label_id: label.label_id, value }], notes: reason },
      { onSuccess: onClose, onError: (error) => setProblem(error.message) },
    );
  };
  useShortcuts("Settle", [
    { keys: "mod+enter", description: "Settle the value, also while typing", run: save, whileTyping: true },
    { keys: "escape", description: "Cancel settling", run: onClose },
    ...fieldKeys({
      choose: (digit, isShifted) => setValue(chooseByDigit(label, value, digit, isShifted) ?? value),
      filter: () => focusFilter(form.current),
    }),
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for a key of the controls inside
    <div ref={form} onKeyDown={onKeyDown} className="grid gap-2 rounded-md bg-sunk p-3">
      <div className="flex flex-wrap items-center gap-1.5">
        <span className="text-xs text-faint">As answered by</span>
        {distinct(answers).map(({ text, names, stored }) => (
          <Button key={text} size="small" className="max-w-full truncate" onClick={() => setValue(storedValue(stored))}>
            {names}
          </Button>
        ))}
      </div>
      <LabelField
        label={{ ...label, name: "Settled value", description: null, required: true }}
        value={value}
        onChange={setValue}
        error={problem || undefined}
      />
      <input
        aria-label="Reason"
        dir="auto"
        placeholder="Reason (optional)"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="control"
      />
      <div className="flex gap-2">
        <Button look="primary" keys="mod+enter" busy={isPending} onClick={save}>
          Settle
        </Button>
        <Button look="ghost" keys="escape" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** Each distinct value, with the annotators who gave it. */
function distinct(answers: readonly Answer[]): { text: string; names: string; stored: unknown }[] {
  const byText = new Map<string, Answer[]>();
  for (const answer of answers) byText.set(answer.text, [...(byText.get(answer.text) ?? []), answer]);
  return [...byText].map(([text, group]) => ({
    text,
    names: group.map(({ name }) => name).join(", "),
    stored: group[0]?.score.value,
  }));
}
