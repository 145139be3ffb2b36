"use client";
import { ErrorState } from "@/app/_ui/feedback/error-state";

export default function RootError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center px-6">
      <ErrorState title="Could not load this page" error={error} onRetry={reset} />
    </main>
  );
}
