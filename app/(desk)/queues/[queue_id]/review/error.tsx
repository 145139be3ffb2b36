"use client";
import { ErrorState } from "@/app/_ui/error-state";

export default function ReviewError({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="mx-auto grid min-h-dvh max-w-lg content-center px-6">
      <ErrorState title="The review desk could not be shown" error={error} onRetry={reset} />
    </main>
  );
}
