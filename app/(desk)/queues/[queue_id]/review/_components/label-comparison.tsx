"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { UserText } from "@/app/_ui/text/user-text";
import { ThreadList } from "../../../../_components/discussion/thread-list";
import { AnswerList } from "./answer-list";
import type { Annotator, ComparedLabel, Verdict } from "./compare";
import { MarkedAnswers } from "./marked-answers";
import { RemarkForm } from "./remark-form";
import type { Remark } from "./remarks";
import { threadsOn, useReviewedItem, useSendRemark } from "./reviewed-item";
import { SettleForm } from "./settle-form";
import { SettledValue } from "./settled-value";

const faces: Record<Verdict, { tone: Tone; shape: Shape; statusText: string }> = {
  alike: { tone: "good", shape: "check", statusText: "All agree" },
  different: { tone: "bad", shape: "unequal", statusText: "Disagree" },
  texts: { tone: "neutral", shape: "dot", statusText: "Different texts" },
  single: { tone: "neutral", shape: "ring", statusText: "One answer" },
  none: { tone: "neutral", shape: "skip", statusText: "No answer" },
};

type Opened = "remark" | "settle" | null;

/** One label: all answers, the settled value, and the discussion. */
export function LabelComparison({ entry }: { entry: ComparedLabel }) {
  const { label, answers, verdict } = entry;
  const { detail, annotators, viewer, collects, maySettle } = useReviewedItem();
  const [opened, setOpened] = useState<Opened>(null);
  const { isCurrent, ...focus } = useCurrent();
  const send = useSendRemark();
  const close = () => setOpened(null);
  const settled = detail.resolved.find((each) => each.label_id === label.label_id);
  return (
    <section
      {...focus}
      data-compared={verdict}
      aria-label={label.name}
      tabIndex={-1}
      className="relative -ml-4 grid gap-2.5 py-3.5 pl-4 outline-none before:absolute before:inset-y-3 before:left-0 before:w-0.5 before:rounded-full before:bg-transparent focus-within:before:bg-accent"
    >
      {isCurrent && !opened ? (
        <CurrentKeys onRemark={() => setOpened("remark")} onSettle={() => maySettle && setOpened("settle")} />
      ) : null}
      <Heading entry={entry} isCurrent={isCurrent} opened={opened} onOpen={setOpened} />
      <AnswerList answers={answers} annotators={annotators} />
      {label.type === "text_spans" ? <MarkedAnswers label={label} answers={answers} /> : null}
      {settled ? <SettledValue settled={settled} /> : null}
      {opened === "settle" ? <SettleForm entry={entry} settled={settled} onClose={close} /> : null}
      <ThreadList {...viewer} threads={threadsOn(detail, label.label_id)} />
      <UnsentRemarks labelId={label.label_id} />
      {opened === "remark" ? (
        <RemarkForm
          labelId={label.label_id}
          annotators={annotators}
          verb={collects ? "Add to the review" : "Send comment"}
          onSend={send}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

/** Whether the focus is inside the label. If the focused control disappears, the label takes it, so its keys still work. */
function useCurrent() {
  const [isCurrent, setCurrent] = useState(false);
  const ref = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isCurrent && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });
  return { ref, isCurrent, onFocus: () => setCurrent(true), onBlur: () => setCurrent(false) };
}

interface HeadingProps {
  entry: ComparedLabel;
  isCurrent: boolean;
  opened: Opened;
  onOpen: (form: Opened) => void;
}

/** The label's name, how far its answers agree, and what can be done. */
function Heading({ entry: { label, verdict }, isCurrent, opened, onOpen }: HeadingProps) {
  const { maySettle } = useReviewedItem();
  const { statusText, ...face } = faces[verdict];
  const opener = (form: "remark" | "settle", keys: string, text: string) => (
    <Button
      size="small"
      look="ghost"
      {...(isCurrent ? { keys } : {})}
      aria-expanded={opened === form}
      onClick={() => onOpen(form)}
    >
      {text}
    </Button>
  );
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
      <h2 dir="auto" className="font-medium wrap-anywhere">
        {label.name}
      </h2>
      <Status {...face}>{statusText}</Status>
      <span className="ml-auto flex gap-1">
        {opener("remark", "c", "Comment")}
        {maySettle ? opener("settle", "e", "Settle") : null}
      </span>
    </div>
  );
}

/** Comments on a label that are sent with the decision. */
function UnsentRemarks({ labelId }: { labelId: string }) {
  const { remarks, onWrite, annotators } = useReviewedItem();
  const takeBack = (remark: Remark) =>
    onWrite({ ...remarks, onLabels: remarks.onLabels.filter((each) => each !== remark) });
  return remarks.onLabels
    .filter((remark) => remark.labelId === labelId)
    .map((remark) => (
      <Unsent
        key={`${remark.targetId} ${remark.comment}`}
        remark={remark}
        annotators={annotators}
        onTakeBack={() => takeBack(remark)}
      />
    ));
}

/** Keys for the focused label. */
function CurrentKeys({ onRemark, onSettle }: { onRemark: () => void; onSettle: () => void }) {
  useShortcuts("Label", [
    { keys: "c", description: "Comment on the label", run: onRemark },
    { keys: "e", description: "Settle its value", run: onSettle },
  ]);
  return null;
}

interface UnsentProps {
  remark: Remark;
  annotators: readonly Annotator[];
  onTakeBack: () => void;
}

function Unsent({ remark, annotators, onTakeBack }: UnsentProps) {
  const to = annotators.find(({ id }) => id === remark.targetId)?.name ?? "everyone";
  return (
    <div className="rounded-md border border-dashed border-edge px-3 py-2">
      <p className="text-xs text-faint">To {to}, sent with your decision</p>
      <UserText text={remark.comment} />
      <Button size="small" look="ghost" className="-ml-2" onClick={onTakeBack}>
        Remove
      </Button>
    </div>
  );
}
