"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { LinkButton } from "@/app/_ui/button/link-button";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { cappedText, countText, quantity } from "@/app/_ui/figure/numbers";
import { links } from "@/lib/client/links";
import { progressQuery } from "@/lib/client/queues/work-queries";
import type { Queue } from "@/lib/contracts/annotation/queues/shapes";
import { DueDate } from "../queues/due-date";
import { annotatesIn, isDone } from "./awaiting";

interface LineProps {
  queue: Queue;
  detail: ReactNode;
  act: ReactNode;
}

function Line({ queue, detail, act }: LineProps) {
  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <NextLink
          href={links.queue(queue.id)}
          className="reach block truncate font-medium pointer-coarse:overflow-visible hover:underline hover:underline-offset-2"
        >
          {queue.name}
        </NextLink>
        <div className="mt-0.5 flex min-h-5 flex-wrap items-center gap-x-3 text-soft tabular-nums">{detail}</div>
      </div>
      {act}
    </li>
  );
}

/** A queue to annotate, with the person's progress and next action. */
export function OpenLine({ queue, isFirst }: { queue: Queue; isFirst: boolean }) {
  const { data, isError } = useQuery(progressQuery(queue.id));
  const own = data?.user_progress;
  const reviewable = data?.reviewable ?? 0;
  const annotate =
    (data && isDone(data)) || !annotatesIn(queue) ? (
      <LinkButton href={links.queue(queue.id)} aria-label={`Open ${queue.name}`}>
        Open
      </LinkButton>
    ) : (
      <LinkButton
        look={isFirst ? "primary" : "secondary"}
        href={links.desk(queue.id)}
        aria-label={`${own && own.completed > 0 ? "Continue" : "Start"} annotating ${queue.name}`}
      >
        {own && own.completed > 0 ? "Continue annotating" : "Start annotating"}
      </LinkButton>
    );
  return (
    <Line
      queue={queue}
      act={
        // On a phone the annotate button comes first, so that it does not move when the review count arrives.
        <div className="flex flex-wrap gap-2 max-sm:flex-row-reverse max-sm:justify-end">
          {reviewable > 0 ? (
            <LinkButton
              href={links.review(queue.id)}
              aria-label={`Review ${cappedText(reviewable)} ${reviewable === 1 ? "item" : "items"} of ${queue.name}`}
            >
              Review {cappedText(reviewable)}
            </LinkButton>
          ) : null}
          {annotate}
        </div>
      }
      detail={
        own ? (
          <>
            <OwnProgress own={own} reviewable={reviewable} />
            <DueDate queue={queue} />
          </>
        ) : isError ? (
          "Your progress could not be loaded"
        ) : (
          <Skeleton className="w-56" />
        )
      }
    />
  );
}

interface Own {
  completed: number;
  skipped: number;
  left: number;
  sent_back: number;
}

/** The person's completed and remaining items. Others may still take the free ones. */
function OwnProgress({ own: { completed, skipped, left, sent_back }, reviewable }: { own: Own; reviewable: number }) {
  if (completed + skipped + left === 0) {
    return reviewable > 0 ? "Nothing to annotate right now" : "Nothing for you right now";
  }
  const open =
    left > 0 ? `${cappedText(left)} open for you` : completed > 0 && skipped === 0 ? "nothing left for you" : "";
  const parts = [
    completed > 0 ? `${countText(completed)} done by you` : "",
    open,
    skipped > 0 ? `${countText(skipped)} skipped` : "",
  ].filter(Boolean);
  return (
    <>
      <ProgressBar
        className="w-24 shrink-0"
        label="Completed by you"
        value={completed}
        max={completed + skipped + left}
      />
      <span>
        {parts.join(", ")}
        {sent_back > 0 ? <span className="text-warn">, {countText(sent_back)} sent back to you</span> : null}
      </span>
    </>
  );
}

/** A draft queue, with what it still needs. */
export function DraftLine({ queue }: { queue: Queue }) {
  const { item_count: items = 0, label_count: labels = 0 } = queue;
  const missing = [labels === 0 ? "labels" : "", items === 0 ? "items" : ""].filter(Boolean).join(" and ");
  return (
    <Line
      queue={queue}
      detail={missing ? `Still needs ${missing}` : `Ready: ${quantity(items, "item")}, not active yet`}
      act={
        <LinkButton href={links.queue(queue.id)} aria-label={`Finish setting up ${queue.name}`}>
          Finish setting up
        </LinkButton>
      }
    />
  );
}
