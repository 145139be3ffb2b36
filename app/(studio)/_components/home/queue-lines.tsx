"use client";
import { useQueries } from "@tanstack/react-query";
import NextLink from "next/link";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { cutText } from "@/app/_ui/figure/cut-text";
import { links } from "@/lib/client/links";
import { progressQuery } from "@/lib/client/queues/work-queries";
import { type Awaiting, type QueuePage, workFirst } from "./awaiting";
import { DraftLine, OpenLine } from "./queue-line";

/** The person's queues, each with one action. The first one is the primary action. */
export function QueueLines({ awaiting: { open, drafts } }: { awaiting: Awaiting }) {
  const progress = useQueries({ queries: open.results.map(({ id }) => progressQuery(id)) });
  const ordered = workFirst(
    open.results,
    progress.map(({ data }) => data),
  );
  if (open.count === 0 && drafts.count === 0) {
    return (
      <EmptyState
        title="No queue is open for you"
        action={<LinkButton href={links.queues()}>See all queues</LinkButton>}
      >
        Active queues in which you have a role appear here, with the work left for you. A queue's managers choose who
        works in it.
      </EmptyState>
    );
  }
  return (
    <>
      {open.count > 0 ? (
        <section aria-labelledby="open-queues">
          <h2 id="open-queues" className="mb-1 text-base font-medium">
            Your queues
          </h2>
          <ul className="border-y border-line">
            {ordered.map((queue, index) => (
              <OpenLine key={queue.id} queue={queue} isFirst={index === 0} />
            ))}
          </ul>
          <Cut page={open} choice="those with the least done" />
        </section>
      ) : null}
      {drafts.count > 0 ? (
        <section aria-labelledby="draft-queues">
          <h2 id="draft-queues" className="mb-1 text-base font-medium">
            Drafts
          </h2>
          <ul className="border-y border-line">
            {drafts.results.map((queue) => (
              <DraftLine key={queue.id} queue={queue} />
            ))}
          </ul>
          <Cut page={drafts} choice="the newest" />
        </section>
      ) : null}
    </>
  );
}

function Cut({ page, choice }: { page: QueuePage; choice: string }) {
  const text = cutText(page, "queue", choice);
  return text ? (
    <p className="mt-2 text-soft">
      {text}{" "}
      <NextLink href={links.queues()} className="reach underline">
        See all queues
      </NextLink>
    </p>
  ) : null;
}

export function QueueLinesSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div className="mb-2 flex h-6 items-center">
        <Skeleton className="w-24" />
      </div>
      <div className="border-y border-line">
        {[0, 1, 2].map((line) => (
          <div key={line} className="flex h-16 items-center justify-between border-b border-line last:border-0">
            <div className="grid gap-2">
              <Skeleton className="w-48" />
              <Skeleton className="w-64" />
            </div>
            <Skeleton className="h-8 w-36" />
          </div>
        ))}
      </div>
    </div>
  );
}
