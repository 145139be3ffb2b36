"use client";
import { useQuery } from "@tanstack/react-query";
import { Difference } from "@/app/_components/difference/difference";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { experimentQuery } from "@/lib/client/evaluation/experiments";
import type { ComparedExperiment } from "./compared";
import { taskText } from "./task-text";
import { taskTexts } from "./task-texts";
import { TriedText } from "./tried-text";

interface Props {
  baseline: ComparedExperiment;
  candidate: ComparedExperiment;
}

/** What the two experiments try, with the words that differ. */
export function TriedDifference({ baseline, candidate }: Props) {
  const first = useQuery(experimentQuery(baseline.id));
  const second = useQuery(experimentQuery(candidate.id));
  const error = first.error ?? second.error;
  if (error)
    return (
      <ErrorState
        title="What the experiments tried could not be loaded"
        error={error}
        onRetry={() => Promise.all([first.refetch(), second.refetch()])}
      />
    );
  if (!first.data || !second.data) return <Skeleton className="h-24 w-full" />;
  const [before, after] = [taskTexts(first.data), taskTexts(second.data)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  if (names.length === 0)
    return [baseline, candidate].map((one) => (
      <p key={one.id} className="text-soft">
        “{one.name}”: {taskText(one)}.
      </p>
    ));
  return names.map((name) => {
    const [old, now] = [before[name], after[name]];
    if (old !== undefined && now !== undefined) return <Difference key={name} name={name} before={old} after={now} />;
    const only = old === undefined ? candidate : baseline;
    return <TriedText key={name} name={`${name} of ${only.name}`} text={old ?? now ?? ""} />;
  });
}
