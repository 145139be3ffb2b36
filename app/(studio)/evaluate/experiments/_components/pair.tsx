"use client";
import { useAddress } from "@/app/_components/use-address";
import { Field } from "@/app/_ui/control/field";
import { Select } from "@/app/_ui/control/select";
import { Section } from "@/app/_ui/page/section";
import type { ComparedExperiment } from "./compared";
import { Gate } from "./gate";
import { TriedDifference } from "./tried-difference";

/** The baseline and one of the others: what differs in what they try, and whether the other is not worse. */
export function Pair({ experiments }: { experiments: readonly ComparedExperiment[] }) {
  const { get, set } = useAddress();
  const [baseline, ...others] = experiments;
  const candidate = others.find(({ id }) => id === get("candidate")) ?? others[0];
  if (!baseline || !candidate) return null;
  return (
    <>
      {others.length > 1 ? (
        <div className="max-w-80">
          <Field label="Candidate" hint={`What it tries, and its gate, are compared with “${baseline.name}”.`}>
            <Select
              value={candidate.id}
              options={others.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(id) => set({ candidate: id })}
            />
          </Field>
        </div>
      ) : null}
      <Section title="What was tried">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
          <TriedDifference baseline={baseline} candidate={candidate} />
        </div>
      </Section>
      <Gate baseline={baseline} candidate={candidate} />
    </>
  );
}
