"use client";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, Keyboard } from "lucide-react";
import { IconButton } from "@/app/_ui/icon-button";
import { ProgressBar } from "@/app/_ui/progress-bar";
import { useShortcutSheet } from "@/app/_ui/shortcuts";
import { progressQuery, queueQuery } from "@/lib/client/annotation";
import { DeskExit } from "../../../../_components/desk-exit";

interface Props {
  queueId: string;
  /** Whether something waits for the server's answer. */
  saving: boolean;
  reading: boolean;
  onRead: () => void;
}

export function DeskHeader({ queueId, saving, reading, onRead }: Props) {
  const { data: queue } = useQuery(queueQuery(queueId));
  const openSheet = useShortcutSheet();
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-2 border-b border-line bg-sunk px-2 sm:px-3">
      <DeskExit queueId={queueId} name={queue?.name} />
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
        <span className="text-xs text-faint max-sm:hidden">{saving ? "Saving…" : null}</span>
        <DeskProgress queueId={queueId} />
        <IconButton label="Instructions" keys="i" side="bottom" aria-pressed={reading} onClick={onRead}>
          <BookOpen aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Keyboard shortcuts"
          keys="?"
          side="bottom"
          onClick={openSheet}
          className="pointer-coarse:hidden"
        >
          <Keyboard aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  );
}

/** The queue's progress and one's own. The bar counts completed items only, however many are held by others. */
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
