"use client";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { PageBody } from "@/app/_ui/page/page-body";

export default function StudioError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <PageBody>
      <ErrorState title="Could not load this page" error={error} onRetry={reset} />
    </PageBody>
  );
}
