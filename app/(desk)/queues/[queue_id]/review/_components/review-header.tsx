"use client";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, BookOpen, Keyboard } from "lucide-react";
import NextLink from "next/link";
import { IconButton } from "@/app/_ui/icon-button";
import { Kbd } from "@/app/_ui/kbd";
import { Select } from "@/app/_ui/select";
import { useShortcutSheet } from "@/app/_ui/shortcuts";
import { links } from "@/lib/client/links";
import { waitingQuery } from "@/lib/client/reviews";
import type { Queue } from "@/lib/contracts/annotation/queues";
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
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-sunk px-2 pointer-coarse:h-14 sm:px-3">
      <NextLink
        href={links.queue(queue.id)}
        className="flex h-8 min-w-0 items-center gap-2 rounded-md px-1.5 text-soft hover:bg-hover hover:text-ink pointer-coarse:h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4 shrink-0" />
        <span className="sr-only">Back to the queue</span>
        <span className="truncate font-medium text-ink">{queue.name}</span>
        <span className="contents max-sm:hidden">
          <Kbd keys="escape" />
        </span>
      </NextLink>
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
