"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronRight } from "lucide-react";
import NextLink from "next/link";
import { useId, useState } from "react";
import { Missing } from "@/app/_ui/feedback/missing";
import { countText, quantity } from "@/app/_ui/figure/numbers";
import { queuesOfLabelQuery } from "@/lib/client/annotation";
import { links } from "@/lib/client/links";
import type { ListedLabel } from "@/lib/contracts/annotation/labels";

/** How many queues use a label, and on request, which. */
export function LabelQueues({ label: { id, name, queue_count = 0 } }: { label: ListedLabel }) {
  const [open, setOpen] = useState(false);
  const list = useId();
  if (queue_count === 0) return <Missing reason="No queue uses this label" />;
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={list}
        aria-label={`${quantity(queue_count, "queue")} with ${name}`}
        onClick={() => setOpen(!open)}
        className="reach inline-flex items-center gap-1 rounded-sm tabular-nums hover:text-accent"
      >
        <Chevron aria-hidden="true" className="size-3.5 text-faint" />
        {countText(queue_count)}
      </button>
      <div id={list}>{open ? <Queues labelId={id} count={queue_count} /> : null}</div>
    </>
  );
}

function Queues({ labelId, count }: { labelId: string; count: number }) {
  const { data, error } = useQuery(queuesOfLabelQuery(labelId));
  if (error) return <p className="text-bad">The queues could not be loaded.</p>;
  if (!data) return <p className="text-faint">Loading…</p>;
  return (
    <ul className="pb-1 pl-4.5">
      {data.results.map((queue) => (
        <li key={queue.id} className="max-w-48 truncate">
          <NextLink href={links.queue(queue.id)} className="reach hover:underline hover:underline-offset-2">
            {queue.name}
          </NextLink>
        </li>
      ))}
      {count > data.results.length ? (
        <li>
          <NextLink href={links.queuesOfLabel(labelId)} className="reach text-accent hover:underline">
            All {countText(count)}
          </NextLink>
        </li>
      ) : null}
    </ul>
  );
}
