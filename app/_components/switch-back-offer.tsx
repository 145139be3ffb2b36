"use client";
import { useState, useSyncExternalStore } from "react";
import { Button } from "@/app/_ui/button/button";
import { readSwitched, type Switched, subscribeSwitched, switchBack } from "@/lib/client/tabs/switched";

/** Offers the organization from which its link comes, if another tab has switched since. */
export default function SwitchBackOffer() {
  const switched = useSyncExternalStore(subscribeSwitched, readSwitched, () => null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!switched) return null;
  const back = (to: Switched) =>
    switchBack(to).then(
      () => location.reload(),
      (error: unknown) => setProblem(error instanceof Error ? error.message : "Could not switch back. Try again."),
    );
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <p className="text-soft">You switched to {switched.other.name} in another tab.</p>
      <Button look="primary" onClick={() => back(switched)}>
        Switch back to {switched.own.name}
      </Button>
      {problem ? (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
