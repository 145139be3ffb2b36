"use client";
import { ErrorState } from "@/app/_ui/feedback/error-state";

export default function ReviewError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center px-6">
      <ErrorState title="Could not load the review desk" error={error} onRetry={reset} />
    </main>
  );
}
