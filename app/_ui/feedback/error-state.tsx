"use client";
import { Button } from "../button/button";
import { Status } from "./status";

interface Props {
  /** What happened, e.g. "The queues could not be loaded". */
  title: string;
  error: unknown;
  onRetry?: () => void;
}

/** Says what happened and offers to try again. */
export function ErrorState({ title, error, onRetry }: Props) {
  return (
    <div role="alert" className="flex flex-col items-start gap-1 rounded-lg border border-line px-6 py-8">
      <h2 className="text-base font-medium">
        <Status tone="bad" shape="alert" className="gap-2!">
          {title}
        </Status>
      </h2>
      <p className="max-w-prose text-soft">{error instanceof Error ? error.message : "Unknown cause."}</p>
      {onRetry ? (
        <Button className="mt-3" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
    </div>
  );
}
