"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { Select } from "@/app/_ui/control/select";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { pairsQuery } from "@/lib/client/reports";
import type { LabelRow } from "./label-columns";
import { OverTime } from "./over-time";
import { PairAgreements } from "./pair-agreements";
import { PairConfusion } from "./pair-confusion";
import { type Pair, pairUnderLabel } from "./pair-grid";

interface Props {
  queueId: string;
  /** Labels with answers, in the order of the form. */
  labels: readonly LabelRow[];
  /** The pairs over all labels. */
  overAll: readonly Pair[];
  asTable: boolean;
}

const ALL = "all";

/** Agreement by people: each pair, two people's values side by side, and one person over time. */
export function PairSection({ queueId, labels, overAll, asTable }: Props) {
  const { get, set } = useAddress();
  const [first] = labels;
  const chosen = get("of") === ALL ? null : (labels.find(({ id }) => id === get("of")) ?? first);
  const label = chosen ?? first;
  if (overAll.length === 0 && labels.every(({ comparisons }) => comparisons === 0)) return null;
  if (!label) return null;
  return (
    <>
      <section aria-labelledby="by-pair">
        <div className="mb-1 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h2 id="by-pair" className="text-base font-medium">
            Pairs of annotators
          </h2>
          <Select
            aria-label="Label of the pairs"
            className="w-56!"
            value={chosen?.id ?? ALL}
            options={[
              ...labels.map(({ id, label_name }) => ({ value: id, label: label_name })),
              { value: ALL, label: "All labels" },
            ]}
            onChange={(of) => set({ of: of === first?.id ? null : of })}
          />
        </div>
        {chosen ? (
          <LabelPairs key={chosen.id} {...{ queueId, asTable }} label={chosen.id} />
        ) : (
          <PairAgreements {...{ queueId, asTable }} label={undefined} pairs={overAll} />
        )}
      </section>
      <PairConfusion key={label.id} {...{ queueId, label, asTable }} />
      <OverTime key={`${label.id} over time`} {...{ queueId, label, asTable }} />
    </>
  );
}

const LabelPairs = ({ queueId, label, asTable }: Pick<Props, "queueId" | "asTable"> & { label: string }) => (
  <Loaded
    found={useQuery(pairsQuery(queueId, label))}
    problem="The pairs could not be loaded"
    skeleton={<TableSkeleton columns={5} rows={4} />}
  >
    {({ pairs }) =>
      pairs.length === 0 ? (
        <p className="text-soft">No two people have answered this label on the same item yet.</p>
      ) : (
        <PairAgreements {...{ queueId, label, asTable }} pairs={pairs.map(pairUnderLabel)} />
      )
    }
  </Loaded>
);
