"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { progressQuery, queueQuery } from "@/lib/client/queues/work-queries";
import { DeskBar } from "../../../../_components/desk-bar";
import { ownText, paceText, teamOf } from "./desk-figures";

interface Props {
  queueId: string;
  /** Whether a submission waits for the server's answer. */
  saving: boolean;
  /** Milliseconds spent on each item submitted in this session. */
  durations: readonly number[];
  reading: boolean;
  onRead: () => void;
  /** Buttons of the desk. */
  children: ReactNode;
}

export function DeskHeader({ queueId, saving, durations, children, ...instructions }: Props) {
  const { data: queue } = useQuery(queueQuery(queueId));
  return (
    <DeskBar queueId={queueId} name={queue?.name} {...instructions}>
      <span className="text-xs text-faint max-sm:hidden">{saving ? "Saving…" : null}</span>
      <DeskProgress queueId={queueId} annotationsRequired={queue?.annotations_required} durations={durations} />
      {children}
    </DeskBar>
  );
}

interface ProgressProps extends Pick<Props, "queueId" | "durations"> {
  annotationsRequired: number | undefined;
}

/** My items, my pace and the time left at it, and the team's work. What others have only reserved counts for nobody. */
function DeskProgress({ queueId, annotationsRequired = 1, durations }: ProgressProps) {
  const { data: progress } = useQuery(progressQuery(queueId));
  if (!progress) return <span className="w-40" />;
  const team = teamOf(progress, annotationsRequired);
  return (
    <div className="flex items-center gap-4 text-xs whitespace-nowrap text-soft tabular-nums">
      <span className="max-sm:hidden">
        You <span className="font-medium text-ink">{ownText(progress)}</span>
        <span className="max-lg:hidden">{withComma(paceText(progress, durations))}</span>
      </span>
      <span className="flex items-center gap-2">
        <ProgressBar className="w-8 sm:w-24" label="Annotated by the team" value={team.done} max={team.all} />
        <span>
          <span className="max-sm:hidden">Team </span>
          <span className="font-medium text-ink">{team.text}</span>
        </span>
      </span>
    </div>
  );
}

const withComma = (text: string | null): string => (text === null ? "" : `, ${text}`);
