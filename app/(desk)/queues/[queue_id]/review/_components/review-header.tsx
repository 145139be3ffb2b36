"use client";
import { useQuery } from "@tanstack/react-query";
import { Select } from "@/app/_ui/control/select";
import { waitingQuery } from "@/lib/client/reviews";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { DeskBar } from "../../../../_components/desk-bar";
import { scopeOptions } from "./scope";

interface Props {
  queue: Queue;
  scope: string;
  onScope: (scope: string) => void;
  reading: boolean;
  onRead: () => void;
}

export function ReviewHeader({ queue, scope, onScope, ...instructions }: Props) {
  const { data: waiting } = useQuery({ ...waitingQuery(queue.id), enabled: queue.requires_review });
  return (
    <DeskBar queueId={queue.id} name={queue.name} {...instructions}>
      {waiting ? (
        <span className="text-xs whitespace-nowrap text-soft tabular-nums max-sm:hidden">
          <span className="font-medium text-ink">{waiting.count.toLocaleString("en")}</span> in review
        </span>
      ) : null}
      <Select
        aria-label="Items to show"
        className="w-44! sm:w-64!"
        value={scope}
        options={scopeOptions(queue)}
        onChange={onScope}
      />
    </DeskBar>
  );
}
