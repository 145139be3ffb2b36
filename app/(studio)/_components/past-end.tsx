"use client";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { isStatus } from "@/lib/client/call-error";

/** Stands for a page of a list that has become shorter, or never was as long as its address says. */
export function PastEnd({ onFirst }: { onFirst: () => void }) {
  return (
    <EmptyState title="This page is empty" action={<Button onClick={onFirst}>Show the first page</Button>}>
      The list is shorter than that by now.
    </EmptyState>
  );
}

interface Props {
  title: string;
  error: unknown;
  onRetry: () => void;
  onFirst: () => void;
}

/** Why a list is not shown. To a page past its end the API answers 404. */
export function ListError({ title, error, onRetry, onFirst }: Props) {
  return isStatus(error, 404) ? <PastEnd onFirst={onFirst} /> : <ErrorState {...{ title, error, onRetry }} />;
}
