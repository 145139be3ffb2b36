"use client";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { focusStop } from "@/app/_components/label-field/focus-stop";
import { useFieldCode } from "@/app/_components/label-field/numeric-field";
import { OutboxBar } from "@/app/_components/outbox/outbox-bar";
import { useOutbox } from "@/app/_components/outbox/outbox-provider";
import { SourcePanel } from "@/app/_components/source/source-panel";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import { links } from "@/lib/client/links";
import { isWaiting, type KeptEntry } from "@/lib/client/outbox/entry";
import { Announcer } from "./announcer";
import { DeskFooter, DraftStatus } from "./desk-footer";
import { DeskHeader } from "./desk-header";
import { ItemSkeleton } from "./desk-skeleton";
import { currentItem, isAtEnd } from "./desk-state";
import { type Draft, problemsOf } from "./draft";
import { DraftConflict } from "./draft-conflict";
import { FeedbackPanel } from "./feedback-panel";
import { InstructionsPanel } from "./instructions-panel";
import { LabelForm } from "./label-form";
import { SkipDialog } from "./skip-dialog";
import { SplitView } from "./split-view";
import { useDesk } from "./use-desk";
import { useDraftSaving } from "./use-draft-saving";
import { useRenewal } from "./use-renewal";
import { WaitingScreen } from "./waiting-screen";

const haltScreen = lazyCode(() => import("./halt-screen").then((module) => module.HaltScreen), true);

interface Props {
  queueId: string;
  firstItemId?: string | undefined;
}

export function AnnotationDesk({ queueId, firstItemId }: Props) {
  const router = useRouter();
  const desk = useDesk({ queueId, firstItemId });
  const { state, detail } = desk;
  const itemId = currentItem(state);
  const item = itemId && state.phase === "annotating" && detail.data?.item.id === itemId ? detail.data : null;
  const draft = itemId ? state.drafts[itemId] : undefined;
  const hasFieldCode = useFieldCode(item?.labels ?? []);
  const { entries, server, lasting } = useOutbox();
  const sending = entries.some((entry) => entry.queueId === queueId && isWaiting(entry));
  const keeping = useDraftSaving(desk.saver, itemId, draft, { lasting, sending });
  const openRefused = (entry: KeptEntry) => {
    if (entry.queueId === queueId) desk.reopen(entry.itemId);
    return entry.queueId === queueId;
  };
  const HaltScreen = useLazyCode(haltScreen, state.phase === "halted");
  const undo = state.done.length > 0 ? desk.undo : undefined;
  const expiresAt = useRenewal(queueId, item, draft);
  // The item whose submission was incomplete. Its fields show what is missing until it is filled in.
  const [triedId, setTriedId] = useState<string | null>(null);
  // The annotator's own version after choosing another window's, so that the choice can be reversed.
  const [replaced, setReplaced] = useState<{ itemId: string; draft: Draft } | null>(null);
  const [skipping, setSkipping] = useState(false);
  const [reading, setReading] = useState(false);
  const form = useRef<HTMLDivElement>(null);

  const submit = () => {
    // Blur the field first, so that it commits what was typed.
    flushSync(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const latest = desk.latestDraft();
    if (!item || !latest) return;
    const [first] = Object.keys(problemsOf(item.labels, latest));
    setTriedId(first ? item.item.id : null);
    if (first) return focusField(form.current, first);
    setReplaced(null);
    desk.submit();
  };
  const leave = () => router.push(links.queue(queueId));
  const problems = item && draft && triedId === itemId ? problemsOf(item.labels, draft) : {};

  // A reload shows the same item again.
  const shownId = state.phase === "annotating" ? itemId : null;
  useEffect(() => {
    if (shownId) window.history.replaceState(null, "", links.desk(queueId, shownId));
  }, [queueId, shownId]);

  useShortcuts("Desk", [
    {
      keys: "mod+enter",
      description: "Submit and go to the next item, also while typing",
      run: submit,
      whileTyping: true,
    },
    { keys: "z", description: "Undo the last submit or skip", run: () => undo?.() },
    // While a text is being edited, the keys undo typing.
    { keys: "mod+z", description: "The same", run: () => undo?.(), whileTyping: !state.edited, hidden: true },
    { keys: "s", description: "Skip the item", run: () => item && setSkipping(true) },
    { keys: "arrowleft", description: "Previous visited item", run: () => desk.move(-1) },
    { keys: "arrowright", description: "Next visited item", run: () => desk.move(1) },
    { keys: "i", description: "Show or hide the instructions", run: () => setReading(!reading) },
    { keys: "escape", description: "Back to the queue; the draft is kept", run: leave },
  ]);

  return (
    <div className="flex h-dvh flex-col">
      <DeskHeader queueId={queueId} saving={sending} reading={reading} onRead={() => setReading(!reading)} />
      <OutboxBar trouble={desk.trouble} onOpen={openRefused} />
      <Announcer state={state} detail={item} keeping={keeping} />
      {state.phase === "halted" && state.halt && HaltScreen ? (
        <HaltScreen queueId={queueId} state={state} halt={state.halt} onResume={desk.resume} onUndo={undo} />
      ) : item && draft && hasFieldCode ? (
        <SplitView
          itemId={item.item.id}
          source={
            <>
              <InstructionsPanel open={reading} text={item.queue.instructions} />
              <SourcePanel key={item.item.id} content={item.item.source_content} />
            </>
          }
          form={
            <div ref={form}>
              <DraftConflict
                detail={item}
                draft={draft}
                keeping={keeping}
                replaced={replaced?.itemId === itemId ? replaced.draft : null}
                onReopen={() => {
                  setReplaced({ itemId: item.item.id, draft });
                  desk.reopen(item.item.id);
                }}
                onOverwrite={() => desk.saver.overwrite(item.item.id)}
                onBack={(draft) => {
                  setReplaced(null);
                  desk.edit(draft);
                }}
              />
              <FeedbackPanel detail={item} />
              <LabelForm
                key={item.item.id}
                detail={item}
                draft={draft}
                error={state.error}
                problems={problems}
                onEdit={desk.edit}
                onSubmit={submit}
              />
            </div>
          }
          status={<DraftStatus keeping={keeping} expiresAt={expiresAt} />}
          footer={
            <DeskFooter
              keeping={keeping}
              expiresAt={expiresAt}
              atStart={state.at <= 0}
              atEnd={isAtEnd(state)}
              done={item.seat?.state === "completed"}
              onMove={desk.move}
              onUndo={undo}
              onSkip={() => setSkipping(true)}
              onSubmit={submit}
            />
          }
        />
      ) : state.phase === "waiting" && server !== "there" ? (
        <WaitingScreen onUndo={undo} />
      ) : (
        <ItemSkeleton />
      )}
      <SkipDialog open={skipping} onOpenChange={setSkipping} onSkip={desk.skip} />
    </div>
  );
}

/** Focuses the field whose answer is missing or invalid. */
function focusField(form: HTMLElement | null, labelId: string): void {
  focusStop(form?.querySelector(`[data-field="${labelId}"]`));
}
