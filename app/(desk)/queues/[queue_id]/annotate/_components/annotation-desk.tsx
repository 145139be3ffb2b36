"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { useFieldCode } from "@/app/_components/label-field/lazy-fields";
import { OutboxBar } from "@/app/_components/outbox/outbox-bar";
import { useOutbox } from "@/app/_components/outbox/outbox-provider";
import { isBlank } from "@/app/_ui/keyboard/shortcut";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { lazyCode, useLazyCode } from "@/app/_ui/lazy-code";
import { links } from "@/lib/client/links";
import { isWaiting, type KeptEntry } from "@/lib/client/outbox/entry";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { ItemSkeleton } from "../../../../_components/desk-skeleton";
import { hasBegunComment } from "../../../../_components/discussion/begun-comment";
import { useInstructions } from "../../../../_components/use-instructions";
import { Annotating, useSubmission, useVersions } from "./annotating";
import { Announcer } from "./announcer";
import { DeskHeader } from "./desk-header";
import { DeskTools } from "./desk-tools";
import { useDraftSaving } from "./draft/use-draft-saving";
import { WaitingScreen } from "./halt/waiting-screen";
import { currentItem } from "./state/desk-state";
import { type Desk, useDesk } from "./state/use-desk";
import { useRenewal } from "./state/use-renewal";

const haltScreen = lazyCode(() => import("./halt/halt-screen").then((module) => module.HaltScreen), true);
const skipDialog = lazyCode(() => import("./skip-dialog").then((module) => module.SkipDialog), true);

interface Props {
  queueId: string;
  firstItemId?: string | undefined;
}

export function AnnotationDesk({ queueId, firstItemId }: Props) {
  const desk = useDesk({ queueId, firstItemId });
  const { state, detail } = desk;
  const itemId = currentItem(state);
  const item = itemId && state.phase === "annotating" && detail.data?.item.id === itemId ? detail.data : null;
  const draft = itemId ? state.drafts[itemId] : undefined;
  const hasFieldCode = useFieldCode(item?.labels ?? []);
  const { entries, server, lasting } = useOutbox();
  const sending = entries.some((entry) => entry.queueId === queueId && isWaiting(entry));
  const keeping = useDraftSaving(desk.saver, itemId, draft, { lasting, sending });
  const HaltScreen = useLazyCode(haltScreen, state.phase === "halted");
  const expiresAt = useRenewal(queueId, item, draft);
  const { choice, forget } = useVersions(desk, itemId, draft);
  const submission = useSubmission(desk, item, forget);
  const { skip, dialog } = useSkipping(desk, item);
  const instructions = useInstructions(queueId, item?.queue.instructions);
  const { open: reading, toggle: read } = instructions;
  useAddressOf(queueId, state.phase === "annotating" ? itemId : null);
  useDeskKeys(queueId, desk, { submit: submission.submit, skip, read });
  const openRefused = (entry: KeptEntry) => {
    if (entry.queueId === queueId) desk.reopen(entry.itemId);
    return entry.queueId === queueId;
  };
  return (
    <div className="flex h-dvh flex-col">
      <DeskHeader
        queueId={queueId}
        saving={sending}
        durations={Object.values(state.durations)}
        reading={reading}
        onRead={read}
      >
        <DeskTools desk={desk} item={item} />
      </DeskHeader>
      <OutboxBar trouble={desk.trouble} onOpen={openRefused} />
      <Announcer state={state} detail={item} keeping={keeping} expiresAt={expiresAt} />
      {state.phase === "halted" && state.halt && HaltScreen ? (
        <HaltScreen queueId={queueId} state={state} halt={state.halt} onResume={desk.resume} onUndo={desk.undo} />
      ) : item && draft && hasFieldCode ? (
        <Annotating {...{ desk, item, draft, keeping, expiresAt, choice, submission, instructions }} onSkip={skip} />
      ) : state.phase === "waiting" && server !== "there" ? (
        <WaitingScreen onUndo={desk.undo} />
      ) : (
        <ItemSkeleton />
      )}
      {dialog}
    </div>
  );
}

/** How the shown item is skipped, and the dialog for it. */
function useSkipping(desk: Desk, item: ItemDetail | null) {
  const [skippingId, setSkippingId] = useState<string | null>(null);
  const SkipDialog = useLazyCode(skipDialog, skippingId !== null);
  const skip = () => setSkippingId(item && !hasBegunComment() ? item.item.id : null);
  const close = () => setSkippingId(null);
  const dialog = SkipDialog ? (
    <SkipDialog skippingId={skippingId} shownId={item?.item.id} onClose={close} onSkip={desk.skip} />
  ) : null;
  return { skip, dialog };
}

/** A reload shows the same item again. */
function useAddressOf(queueId: string, shownId: string | null): void {
  useEffect(() => {
    if (shownId) window.history.replaceState(null, "", links.desk(queueId, shownId));
  }, [queueId, shownId]);
}

interface KeyActions {
  submit: () => void;
  skip: () => void;
  /** Shows or hides the instructions. */
  read: () => void;
}

function useDeskKeys(queueId: string, { state, undo, undoEdit, move }: Desk, { submit, skip, read }: KeyActions): void {
  const router = useRouter();
  useShortcuts("Desk", [
    {
      keys: "mod+enter",
      description: "Submit and go to the next item, also while typing",
      run: submit,
      whileTyping: true,
    },
    { keys: "z", description: "Take back the last answer or skip", run: () => undo?.() },
    {
      keys: "mod+z",
      description: "Undo the last change here, or else the last answer or skip",
      run: () => {
        if (!undoEdit()) undo?.();
      },
      // While a text is being edited, the keys undo typing.
      whileTyping: (field) => !state.edited && !isTypedBeside(field),
    },
    { keys: "s", description: "Skip the item", run: skip },
    { keys: "arrowleft", description: "Previous visited item", run: () => move(-1) },
    { keys: "arrowright", description: "Next visited item", run: () => move(1) },
    { keys: "i", description: "Show or hide the instructions", run: read },
    {
      keys: "escape",
      description: "Back to the queue; the draft is kept",
      run: () => router.push(links.queue(queueId)),
    },
  ]);
}

/** Whether somebody types what is no part of the answers: a comment, or a filter of options. */
const isTypedBeside = (field: EventTarget | null): boolean =>
  field instanceof Element && field.closest("[data-comment], [data-filter]") !== null && !isBlank(field);
