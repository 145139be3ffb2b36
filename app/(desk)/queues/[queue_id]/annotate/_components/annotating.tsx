"use client";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SourceTextsProvider } from "@/app/_components/label-field/spans/source-texts";
import { SourcePanel } from "@/app/_components/source/source-panel";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { hasBegunComment } from "../../../../_components/discussion/begun-comment";
import { InstructionsPanel } from "../../../../_components/instructions-panel";
import { SplitView } from "../../../../_components/split-view";
import { DeskFooter, DraftStatus } from "./desk-footer";
import { type Draft, problemsOf } from "./draft/draft";
import { DraftConflict } from "./draft/draft-conflict";
import type { Keeping } from "./draft/draft-saver";
import { FeedbackPanel } from "./feedback-panel";
import { focusProblem } from "./focus-problem";
import { LabelForm } from "./label-form";
import { isAtEnd, isSent } from "./state/desk-state";
import type { Desk } from "./state/use-desk";

interface Props {
  desk: Desk;
  item: ItemDetail;
  draft: Draft;
  keeping: Keeping;
  expiresAt: string | null;
  choice: ReturnType<typeof useVersions>["choice"];
  submission: ReturnType<typeof useSubmission>;
  instructions: { open: boolean; changed: boolean };
  onSkip: () => void;
}

/** The item beside its form. */
export function Annotating({ desk, item, draft, keeping, expiresAt, choice, submission, instructions, onSkip }: Props) {
  const { state } = desk;
  const { id, source_content } = item.item;
  return (
    <SourceTextsProvider key={id} content={source_content} hasSlots>
      <SplitView
        itemId={id}
        source={
          <>
            <InstructionsPanel open={instructions.open} changed={instructions.changed} detail={item} />
            <Source key={id} detail={item} />
          </>
        }
        form={
          <div ref={submission.form}>
            <DraftConflict detail={item} draft={draft} keeping={keeping} {...choice} />
            <FeedbackPanel detail={item} />
            <LabelForm
              key={id}
              detail={item}
              draft={draft}
              error={state.error}
              problems={submission.isTried ? problemsOf(item.labels, draft) : {}}
              onEdit={desk.edit}
              onSubmit={submission.submit}
            />
          </div>
        }
        status={<DraftStatus keeping={keeping} expiresAt={expiresAt} />}
        footer={
          <DeskFooter
            keeping={keeping}
            expiresAt={expiresAt}
            atStart={state.at <= 0}
            atEnd={isAtEnd(state) && !isSent(state)}
            done={item.seat?.state === "completed"}
            onMove={desk.move}
            onUndo={desk.undo}
            onSkip={onSkip}
            onSubmit={submission.submit}
          />
        }
      />
    </SourceTextsProvider>
  );
}

const Source = ({ detail: { item, queue, labels } }: { detail: ItemDetail }) => (
  <SourcePanel
    content={item.source_content}
    layout={queue.source_layout}
    labels={labels}
    item={{ queue_id: queue.id, item_id: item.id }}
  />
);

/** Submits the item if it is complete. Otherwise its fields show what is missing until it is filled in. */
export function useSubmission(desk: Desk, item: ItemDetail | null, onSubmit: () => void) {
  const [triedId, setTriedId] = useState<string | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const submit = () => {
    // Blur the field first, so that it commits what was typed.
    flushSync(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const latest = desk.latestDraft();
    if (!item || !latest || hasBegunComment()) return;
    const [first] = Object.keys(problemsOf(item.labels, latest));
    setTriedId(first ? item.item.id : null);
    if (first) return focusProblem(form.current?.querySelector(`[data-field="${first}"]`));
    onSubmit();
    desk.submit();
  };
  return { form, submit, isTried: item !== null && triedId === item.item.id };
}

/** The choice between this window's version of an item and another window's, which can be reversed. */
export function useVersions(desk: Desk, itemId: string | null, draft: Draft | undefined) {
  // The annotator's own version after choosing the other one.
  const [replaced, setReplaced] = useState<{ itemId: string; draft: Draft } | null>(null);
  const forget = () => setReplaced(null);
  const choice = {
    replaced: replaced && replaced.itemId === itemId ? replaced.draft : null,
    onReopen: () => {
      if (!itemId || !draft) return;
      setReplaced({ itemId, draft });
      desk.reopen(itemId);
    },
    onOverwrite: () => {
      if (itemId) desk.saver.overwrite(itemId);
    },
    onBack: (own: Draft) => {
      forget();
      desk.edit(own);
    },
  };
  return { choice, forget };
}
