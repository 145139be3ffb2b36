"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button/button";
import { Missing } from "@/app/_ui/feedback/missing";
import { countedOf, quantity } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { progressQuery, queueQuery } from "@/lib/client/queues/work-queries";
import { BackToQueue, DeskNotice, UndoButton } from "../../../../../_components/desk-notice";
import type { DeskState } from "../state/desk-state";
import { medianDuration } from "./median-duration";
import { whatIsLeft } from "./what-is-left";

interface Props {
  queueId: string;
  state: DeskState;
  onResume: () => void;
  /** Undoes the last submit or skip; absent when there is none. */
  onUndo: (() => void) | undefined;
}

/** No item is left for the user: a summary of the session, and why the queue may still not be finished. */
export function EndScreen({ queueId, state, onResume, onUndo }: Props) {
  const { data: progress } = useQuery({ ...progressQuery(queueId), staleTime: 0 });
  const work = progress?.work ?? progress;
  const takesUnassigned = useQuery(queueQuery(queueId)).data?.auto_assign ?? true;
  const submitted = Object.keys(state.durations).length;
  return (
    <DeskNotice
      title={submitted > 0 ? "You are done" : "No items for you right now"}
      actions={
        <>
          <BackToQueue queueId={queueId} isMain />
          <Button onClick={onResume}>{state.skipped.length > 0 ? "Resume skipped items" : "Check again"}</Button>
          <UndoButton onUndo={onUndo} />
        </>
      }
    >
      <p className="text-soft">
        {progress && work
          ? whatIsLeft({
              ...work,
              own: progress.user_progress.completed,
              ownSkipped: state.skipped.length,
              takesUnassigned,
            })
          : null}
      </p>
      <div className="my-3 border-y border-line py-4">
        <DefinitionList
          entries={[
            { term: "Submitted this session", value: <Figure>{quantity(submitted, "item")}</Figure> },
            { term: "Skipped this session", value: <Figure>{quantity(state.skipped.length, "item")}</Figure> },
            {
              term: "Median per item",
              value: medianDuration(Object.values(state.durations)) ?? (
                <Missing reason="No item was submitted in this session" />
              ),
            },
            {
              term: "Queue",
              value: work ? (
                <Figure>{countedOf(work.completed, work.total, "item")} completed</Figure>
              ) : (
                <Missing reason="The queue's progress has not loaded yet" />
              ),
            },
          ]}
        />
      </div>
    </DeskNotice>
  );
}

function Figure({ children }: { children: ReactNode }) {
  return <span className="tabular-nums">{children}</span>;
}
