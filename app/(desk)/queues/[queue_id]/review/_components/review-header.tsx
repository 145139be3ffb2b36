"use client";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, Keyboard } from "lucide-react";
import { IconButton } from "@/app/_ui/icon-button";
import { Select } from "@/app/_ui/select";
import { useShortcutSheet } from "@/app/_ui/shortcuts";
import { waitingQuery } from "@/lib/client/reviews";
import type { Queue } from "@/lib/contracts/annotation/queues";
import { DeskExit } from "../../../../_components/desk-exit";
import { scopeOptions } from "./scope";

interface Props {
  queue: Queue;
  scope: string;
  onScope: (scope: string) => void;
  reading: boolean;
  onRead: () => void;
}

export function ReviewHeader({ queue, scope, onScope, reading, onRead }: Props) {
  const openSheet = useShortcutSheet();
  const { data: waiting } = useQuery({ ...waitingQuery(queue.id), enabled: queue.requires_review });
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-2 border-b border-line bg-sunk px-2 pointer-coarse:min-h-14 sm:px-3">
      <DeskExit queueId={queue.id} name={queue.name} />
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
        {waiting ? (
          <span className="text-xs whitespace-nowrap text-soft tabular-nums max-sm:hidden">
            <span className="font-medium text-ink">{waiting.count.toLocaleString("en")}</span> in review
          </span>
        ) : null}
        <Select
          aria-label="Which items"
          className="w-44! sm:w-64!"
          value={scope}
          options={scopeOptions(queue)}
          onChange={onScope}
        />
        <IconButton label="Instructions" keys="i" side="bottom" aria-pressed={reading} onClick={onRead}>
          <BookOpen aria-hidden="true" />
        </IconButton>
        <IconButton
          label="Keyboard shortcuts"
          keys="?"
          side="bottom"
          onClick={openSheet}
          className="max-sm:hidden pointer-coarse:hidden"
        >
          <Keyboard aria-hidden="true" />
        </IconButton>
      </div>
    </header>
  );
}
