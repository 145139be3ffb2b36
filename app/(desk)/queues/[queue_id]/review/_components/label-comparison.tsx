"use client";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { UserText } from "@/app/_ui/text/user-text";
import { useDiscussion } from "@/lib/client/discussion";
import type { ResolvedValue } from "@/lib/contracts/annotation/adjudications";
import type { ReviewThread } from "@/lib/contracts/annotation/discussions";
import { ThreadList } from "../../../../_components/discussion/thread-list";
import { AnswerList } from "./answer-list";
import type { Annotator, ComparedLabel, Verdict } from "./compare";
import { RemarkForm } from "./remark-form";
import type { Remark } from "./remarks";
import { SettleForm } from "./settle-form";
import { SettledValue } from "./settled-value";

interface Props {
  entry: ComparedLabel;
  annotators: readonly Annotator[];
  settled: ResolvedValue | undefined;
  threads: readonly ReviewThread[];
  /** Written but not sent yet. */
  remarks: readonly Remark[];
  /** Comments are sent with the decision; otherwise each is sent at once. */
  collects: boolean;
  maySettle: boolean;
  onRemark: (remark: Remark) => void;
  onTakeBack: (remark: Remark) => void;
  queueId: string;
  itemId: string;
  userId: string;
  reviews: boolean;
  isOwnWork: boolean;
}

const faces: Record<Verdict, { tone: Tone; shape: Shape; statusText: string }> = {
  alike: { tone: "good", shape: "check", statusText: "All agree" },
  different: { tone: "bad", shape: "unequal", statusText: "Disagree" },
  texts: { tone: "neutral", shape: "dot", statusText: "Different texts" },
  single: { tone: "neutral", shape: "ring", statusText: "One answer" },
  none: { tone: "neutral", shape: "skip", statusText: "No answer" },
};

/** One label: all answers, the settled value, and the discussion. */
export function LabelComparison(props: Props) {
  const { entry, annotators, settled, threads, remarks, collects, maySettle, onRemark, onTakeBack, ...shared } = props;
  const { label, answers, verdict } = entry;
  const { statusText, ...face } = faces[verdict];
  const [open, setOpen] = useState<"remark" | "settle" | null>(null);
  const [isCurrent, setCurrent] = useState(false);
  const discussion = useDiscussion(shared.queueId, shared.itemId);
  const close = () => setOpen(null);
  const section = useRef<HTMLElement>(null);
  // If the focused control disappears, e.g. with a form that was sent, the label takes the focus, so its keys still work.
  useEffect(() => {
    if (isCurrent && document.activeElement === document.body) section.current?.focus({ preventScroll: true });
  });
  const remark = async ({ targetId, comment }: Remark) => {
    if (collects) return onRemark({ labelId: label.label_id, targetId, comment });
    const target = targetId ? { target_annotator_id: targetId } : {};
    await discussion.start({ comment, label_id: label.label_id, ...target });
  };
  return (
    <section
      ref={section}
      data-compared={verdict}
      aria-label={label.name}
      tabIndex={-1}
      onFocus={() => setCurrent(true)}
      onBlur={() => setCurrent(false)}
      className="relative -ml-4 grid gap-2.5 py-3.5 pl-4 outline-none before:absolute before:inset-y-3 before:left-0 before:w-0.5 before:rounded-full before:bg-transparent focus-within:before:bg-accent"
    >
      {isCurrent && !open ? (
        <CurrentKeys onRemark={() => setOpen("remark")} onSettle={() => maySettle && setOpen("settle")} />
      ) : null}
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <h2 dir="auto" className="font-medium wrap-anywhere">
          {label.name}
        </h2>
        <Status {...face}>{statusText}</Status>
        <span className="ml-auto flex gap-1">
          <Button
            size="small"
            look="ghost"
            {...(isCurrent ? { keys: "c" } : {})}
            aria-expanded={open === "remark"}
            onClick={() => setOpen("remark")}
          >
            Comment
          </Button>
          {maySettle ? (
            <Button
              size="small"
              look="ghost"
              {...(isCurrent ? { keys: "e" } : {})}
              aria-expanded={open === "settle"}
              onClick={() => setOpen("settle")}
            >
              Settle
            </Button>
          ) : null}
        </span>
      </div>
      <AnswerList answers={answers} annotators={annotators} />
      {settled ? (
        <SettledValue settled={settled} mayWithdraw={maySettle} queueId={shared.queueId} itemId={shared.itemId} />
      ) : null}
      {open === "settle" ? (
        <SettleForm entry={entry} settled={settled} queueId={shared.queueId} itemId={shared.itemId} onClose={close} />
      ) : null}
      <ThreadList {...shared} threads={threads} />
      {remarks.map((each) => (
        <Unsent
          key={`${each.targetId} ${each.comment}`}
          remark={each}
          annotators={annotators}
          onTakeBack={() => onTakeBack(each)}
        />
      ))}
      {open === "remark" ? (
        <RemarkForm
          labelId={label.label_id}
          annotators={annotators}
          verb={collects ? "Add to the review" : "Send comment"}
          onSend={remark}
          onClose={close}
        />
      ) : null}
    </section>
  );
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
