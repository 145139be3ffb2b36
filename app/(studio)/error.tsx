"use client";
import { ErrorState } from "@/app/_ui/error-state";
import { PageBody } from "@/app/_ui/page-body";

export default function StudioError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <PageBody>
      <ErrorState title="This page could not be shown" error={error} onRetry={reset} />
    </PageBody>
  );
}
