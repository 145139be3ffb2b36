"use client";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { isStatus } from "@/lib/client/call-error";

/** Replaces a page past the end of a list: the list became shorter, or the address is wrong. */
export function PastEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState title="This page is empty" action={<Button onClick={onFirst}>Show the first page</Button>}>
      The list has fewer pages now.
    </EmptyState>
  );
}

interface Props {
  title: string;
  error: unknown;
  onRetry: () => void;
  onFirst: () => void;
}

/** Why a list is not shown. The API answers 404 to a page past its end. */
export function ListError({ title, error, onRetry, onFirst }: Props) {
  return isStatus(error, 404) ? <PastEnd onFirst={onFirst} /> : <ErrorState {...{ title, error, onRetry }} />;
}
