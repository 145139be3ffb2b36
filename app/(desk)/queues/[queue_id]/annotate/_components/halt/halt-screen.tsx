"use client";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { Status } from "@/app/_ui/feedback/status";
import { links } from "@/lib/client/links";
import { BackToQueue, DeskNotice } from "../../../../../_components/desk-notice";
import type { DeskState, Halt } from "../state/desk-state";
import { EndScreen } from "./end-screen";

interface Props {
  queueId: string;
  state: DeskState;
  halt: Halt;
  onResume: () => void;
  onUndo: (() => void) | undefined;
}

const titles: Record<Exclude<Halt["kind"], "drained">, string> = {
  conflict: "This item is now assigned to other annotators",
  denied: "You cannot open this item now",
  done: "This item has already been submitted",
  paused: "This queue is not open for annotation",
  missing: "This item is no longer in the queue",
  gone: "This queue was archived or deleted",
  failed: "The item could not be opened",
};

const advice: Record<Exclude<Halt["kind"], "drained">, string> = {
  conflict: "Your draft is kept. You will see it again if the item comes back to you.",
  denied: "What you have submitted for it is kept.",
  done: "The earlier submission, for example from another window, is unchanged.",
  paused: "Your draft is kept. Continue when the queue is active again.",
  missing: "A manager removed it. Your other work is not affected.",
  gone: "What you have submitted is kept. If a manager restores the queue, you can go on.",
  failed: "Nothing is lost: your draft is kept.",
};

/** Shown when the desk has no item to work on, with the reason. */
export function HaltScreen({ queueId, state, halt, onResume, onUndo }: Props) {
  if (halt.kind === "drained") return <EndScreen {...{ queueId, state, onResume, onUndo }} />;
  const isGone = halt.kind === "gone";
  const goesOn = !isGone && halt.kind !== "paused" && halt.kind !== "failed";
  return (
    <DeskNotice
      title={
        <Status tone="warn" shape={halt.kind === "paused" ? "pause" : "alert"} className="gap-2! whitespace-normal!">
          {titles[halt.kind]}
        </Status>
      }
      actions={
        <>
          <Button look="primary" autoFocus onClick={onResume}>
            {goesOn ? "Next item" : "Try again"}
          </Button>
          {isGone ? <LinkButton href={links.queues()}>All queues</LinkButton> : <BackToQueue queueId={queueId} />}
        </>
      }
    >
      {isGone ? null : <p className="text-soft">{halt.message}</p>}
      <p className="text-soft">{advice[halt.kind]}</p>
    </DeskNotice>
  );
}
