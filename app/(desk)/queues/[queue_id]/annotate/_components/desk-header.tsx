"use client";
import { useQuery } from "@tanstack/react-query";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { progressQuery, queueQuery } from "@/lib/client/annotation";
import { DeskBar } from "../../../../_components/desk-bar";

interface Props {
  queueId: string;
  /** Whether a submission waits for the server's answer. */
  saving: boolean;
  reading: boolean;
  onRead: () => void;
}

export function DeskHeader({ queueId, saving, ...instructions }: Props) {
  const { data: queue } = useQuery(queueQuery(queueId));
  return (
    <DeskBar queueId={queueId} name={queue?.name} {...instructions}>
      <span className="text-xs text-faint max-sm:hidden">{saving ? "Saving…" : null}</span>
      <DeskProgress queueId={queueId} />
    </DeskBar>
  );
}

/** Progress of the queue and of the user. The bar counts completed items only, not those reserved by others. */
function DeskProgress({ queueId }: { queueId: string }) {
  const { data: progress } = useQuery(progressQuery(queueId));
  if (!progress) return <span className="w-40" />;
  return (
    <div className="flex items-center gap-3 text-xs text-soft tabular-nums">
      <span className="max-sm:hidden">
        You <span className="font-medium text-ink">{progress.user_progress.completed}</span>
      </span>
      <span className="flex items-center gap-2">
        <ProgressBar
          className="w-12 sm:w-24"
          label="Completed items of the queue"
          value={progress.completed}
          max={progress.total}
        />
        <span className="whitespace-nowrap">
          <span className="font-medium text-ink">{progress.completed}</span> of {progress.total}
        </span>
      </span>
    </div>
  );
}
