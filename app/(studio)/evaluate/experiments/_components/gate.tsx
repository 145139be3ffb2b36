"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { useSettled } from "@/app/_components/use-settled";
import { Checkbox } from "@/app/_ui/control/checkbox";
import { Field } from "@/app/_ui/control/field";
import { NumberField } from "@/app/_ui/control/number-field";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { Section } from "@/app/_ui/page/section";
import { experimentGateQuery } from "@/lib/client/evaluation/experiments";
import { isUnderWay } from "../../../datasets/[dataset_id]/_components/runs/run-words";
import type { ComparedExperiment } from "./compared";
import { GateVerdict, verdicts } from "./gate-verdict";

const MARGIN = 0.05;
const SETTLE_MS = 400;

interface Props {
  baseline: ComparedExperiment;
  candidate: ComparedExperiment;
}

/** Whether the candidate is not worse than the baseline by a margin that matters. */
export function Gate({ baseline, candidate }: Props) {
  const [margin, setMargin] = useState<number | null>(MARGIN);
  const [trusts, setTrusts] = useState(false);
  return (
    <Section title="Gate">
      <div className="grid max-w-3xl gap-4">
        <p className="text-soft">
          Whether “{candidate.name}” is not worse than “{baseline.name}”, row by row. A loss of the margin passes in at
          most 5 % of all cases.
        </p>
        <div className="flex flex-wrap items-start gap-x-8 gap-y-3">
          <Field label="Margin" hint="The smallest loss that matters: 0.05 is five points of a pass rate.">
            <NumberField value={margin} onChange={setMargin} min={0.001} max={1000} step={0.01} />
          </Field>
          <Checkbox
            label="Trust judges without a calibration"
            hint="Otherwise a model that judges must have been compared with people's annotations."
            checked={trusts}
            onChange={setTrusts}
          />
        </div>
        {margin === null ? (
          <p className="text-soft">Enter a margin.</p>
        ) : (
          <Verdict baseline={baseline} candidate={candidate} margin={margin} trusts={trusts} />
        )}
      </div>
    </Section>
  );
}

function Verdict({ baseline, candidate, margin, trusts }: Props & { margin: number; trusts: boolean }) {
  const isOpen = isUnderWay(baseline.status) || isUnderWay(candidate.status);
  const ids = { baseline_id: baseline.id, candidate_id: candidate.id };
  const found = useQuery({
    ...experimentGateQuery({ ...ids, margin: useSettled(margin, SETTLE_MS), allow_uncalibrated: trusts }),
    enabled: !isOpen,
  });
  if (isOpen) return <p className="text-soft">The gate decides once both experiments have completed.</p>;
  return (
    <div aria-live="polite" className="grid gap-2 rounded-md border border-line p-3">
      <Loaded found={found} problem="The gate could not be read" skeleton={<Skeleton className="h-20 w-full" />}>
        {(check) => {
          const { word, ...look } = verdicts[check.verdict];
          return (
            <>
              <Status {...look} className="font-medium">
                {word}
              </Status>
              <GateVerdict baselineId={baseline.id} candidateId={candidate.id} check={check} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
