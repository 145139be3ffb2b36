"use client";
import { ErrorState } from "@/app/_ui/feedback/error-state";

export default function AnnotateError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center px-6">
      <ErrorState title="Could not load the annotation desk; your drafts are saved" error={error} onRetry={reset} />
    </main>
  );
}
