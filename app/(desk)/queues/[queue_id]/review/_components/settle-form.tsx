"use client";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { fieldKeys } from "@/app/_components/label-field/field-keys";
import { focusFilter, focusStop } from "@/app/_components/label-field/focus-stop";
import { answerOf, chooseByDigit, type Value } from "@/app/_components/label-field/form-label";
import { LabelField } from "@/app/_components/label-field/label-field";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { adjudicateItem } from "@/lib/client/reviews";
import type { ResolvedValue } from "@/lib/contracts/annotation/adjudications";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import { type Answer, type ComparedLabel, storedValue } from "./compare";
import { useReviewedItem } from "./reviewed-item";

interface Props {
  entry: ComparedLabel;
  settled: ResolvedValue | undefined;
  onClose: () => void;
}

/** Settles a label's value: one of the answers or another. The annotators' own answers do not change. */
export function SettleForm({ entry: { label, answers }, settled, onClose }: Props) {
  const { viewer } = useReviewedItem();
  const address = { queue_id: viewer.queueId, item_id: viewer.itemId };
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => focusStop(frame.current?.querySelector("[data-field]")), []);
  const form = useSaveForm({
    initial: initialOf(settled),
    save: withInput(adjudicateItem, (values: Settlement) => ({ ...address, ...settlementOf(label, values) })),
    onSaved: onClose,
  });
  const { value } = form.values;
  const choose = (next: Value) => form.set({ value: next });
  useShortcuts("Settle", [
    { keys: "mod+enter", description: "Settle the value, also while typing", run: form.submit, whileTyping: true },
    { keys: "escape", description: "Cancel settling", run: onClose },
    ...fieldKeys({
      choose: (digit, isShifted) => choose(chooseByDigit(label, value, digit, isShifted) ?? value),
      filter: () => focusFilter(frame.current),
    }),
  ]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for a key of the controls inside
    <div ref={frame} onKeyDown={(event) => closeOnEscape(event, onClose)} className="grid gap-2 rounded-md bg-sunk p-3">
      <AsAnswered answers={answers} onChoose={choose} />
      <LabelField
        label={{ ...label, name: "Settled value", description: null, required: true }}
        value={value}
        onChange={choose}
        error={form.problem ?? undefined}
      />
      <input
        aria-label="Reason"
        dir="auto"
        placeholder="Reason (optional)"
        value={form.values.reason}
        onChange={(event) => form.set({ reason: event.target.value })}
        className="control"
      />
      <div className="flex gap-2">
        <Button look="primary" keys="mod+enter" busy={form.busy} onClick={form.submit}>
          Settle
        </Button>
        <Button look="ghost" keys="escape" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

interface Settlement {
  value: Value;
  reason: string;
}

const initialOf = (settled: ResolvedValue | undefined): Settlement => ({
  value: settled ? storedValue(settled.value) : null,
  reason: settled?.notes ?? "",
});

/** The part of the request about the value, if it is an answer to the label. */
function settlementOf(label: ItemLabel, { value, reason }: Settlement) {
  const answer = answerOf(label, value);
  if (answer.kind === "wrong") throw new Error(answer.message);
  if (answer.kind === "blank") throw new Error("Choose a value first.");
  return { values: [{ label_id: label.label_id, value }], notes: reason };
}

function closeOnEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

const AsAnswered = ({ answers, onChoose }: { answers: readonly Answer[]; onChoose: (value: Value) => void }) => (
  <div className="flex flex-wrap items-center gap-1.5">
    <span className="text-xs text-faint">As answered by</span>
    {distinct(answers).map(({ text, names, stored }) => (
      <Button key={text} size="small" className="max-w-full truncate" onClick={() => onChoose(storedValue(stored))}>
        {names}
      </Button>
    ))}
  </div>
);

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
