"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { cutText } from "@/app/_ui/figure/cut-text";
import { coefficientText, estimateText, percentText, quantity } from "@/app/_ui/figure/numbers";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { pointsText } from "@/app/(studio)/evaluate/_components/figures";
import { links } from "@/lib/client/links";
import { executionChoicesQuery, executionComparisonQuery } from "@/lib/client/runs";
import type { CallVerdict } from "@/lib/contracts/simulation/call-names";
import { useEvaluationNames } from "../use-evaluation-names";
import { executionText, verdictLooks } from "../words";
import { type Comparison, chanceText, figureLabel, figureText, latencyText } from "./compared-figures";

/** An execution compared with another one of the same test run. Flipped calls come first. */
export function ExecutionComparison({ executionId, runTestId }: { executionId: string; runTestId: string }) {
  const { get, set } = useAddress();
  const known = useQuery(executionChoicesQuery(runTestId));
  const others = (known.data?.results ?? []).filter(({ id }) => id !== executionId);
  const baseline = get("baseline") ?? (others.find(({ forked_from }) => !forked_from) ?? others[0])?.id;
  if (known.isPending) return <TableSkeleton columns={4} rows={3} />;
  if (!baseline)
    return (
      <EmptyState title="Nothing to compare with yet">
        Run the same scenarios against another version of the agent to compare the two here.
      </EmptyState>
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="max-w-md">
        <Field label="Compared with" hint={known.data && cutText(known.data, "execution")}>
          <SearchSelect
            value={baseline}
            options={others.map((other) => ({ value: other.id, label: executionText(other) }))}
            onChange={(id) => set({ baseline: id })}
            placeholder="Search by version, date or pass rate"
            empty="No results"
          />
        </Field>
      </div>
      <Compared executionId={executionId} baseline={baseline} />
    </div>
  );
}

function Compared({ executionId, baseline }: { executionId: string; baseline: string }) {
  const found = useQuery(executionComparisonQuery(executionId, baseline));
  if (found.isPending) return <TableSkeleton columns={4} rows={6} />;
  if (found.isError)
    return <ErrorState title="Could not compare the executions" error={found.error} onRetry={() => found.refetch()} />;
  return (
    <>
      <Differences comparison={found.data} />
      <Table caption="Pairs of calls" rows={found.data.calls} rowKey={({ call_id }) => call_id} columns={columns} />
    </>
  );
}

function Differences({ comparison }: { comparison: Comparison }) {
  const { passing, pairs, unpaired, differences, evaluations, figures, answer_latency } = comparison;
  const nameOf = useEvaluationNames(evaluations.map(({ name }) => name));
  return (
    <DefinitionList
      entries={[
        { term: "Differences", value: differences.join(", ") || "None in the pinned configuration" },
        { term: "Pairs", value: `${quantity(pairs, "call")} counted in both, ${unpaired} unpaired` },
        { term: "Passed", value: passingText(passing) ?? <Missing reason="No counted pairs" /> },
        ...evaluations.map((evaluation) => ({
          term: nameOf(evaluation.name),
          value: evaluationDifference(evaluation) ?? <Missing reason="No calls scored in both" />,
        })),
        { term: "Latency", value: latencyText(answer_latency) ?? <Missing reason="Not measured in both" /> },
        ...figures.map((figure) => ({
          term: figureLabel(figure),
          value: figureText(figure) ?? <Missing reason="Not measured in both" />,
        })),
      ]}
    />
  );
}

/** The pass rates of both sides. Null if no pair of calls counts. */
function passingText(passing: Comparison["passing"]): string | null {
  const { baseline_rate: before, rate: after, difference, interval, improved, worsened, p_value } = passing;
  if (before === null || after === null) return null;
  const change = difference === null ? "" : `, ${estimateText(difference, interval, pointsText)}`;
  const flips = `${quantity(improved, "row")} better, ${worsened} worse`;
  return `${percentText(before)} → ${percentText(after)}${change}; ${flips}${chanceText(p_value)}`;
}

/** The mean scores of both sides. Null if no pair of calls has scores. */
function evaluationDifference(evaluation: Comparison["evaluations"][number]): string | null {
  const { baseline_mean: before, mean: after, difference, interval, pairs, comparable, p_value } = evaluation;
  if (before === null || after === null) return null;
  const change = difference === null ? "" : `, difference ${estimateText(difference, interval, coefficientText)}`;
  const caution = comparable ? "" : "; evaluated by different template versions";
  return `${before.toFixed(3)} → ${after.toFixed(3)}${change}, of ${quantity(pairs, "pair")}${chanceText(p_value)}${caution}`;
}

const columns: readonly Column<Comparison["calls"][number]>[] = [
  {
    key: "call",
    header: "Scenario",
    cell: ({ call_id, scenario, about, repeat }) => (
      <span className="grid max-w-[52vw] sm:max-w-96">
        <RowLink href={links.call(call_id)}>{repeat > 1 ? `${scenario}, trial ${repeat}` : scenario}</RowLink>
        <span className="text-xs text-faint max-sm:line-clamp-2 sm:truncate" title={about}>
          {about}
        </span>
      </span>
    ),
  },
  { key: "before", header: "Before", cell: ({ baseline_verdict }) => <Verdict of={baseline_verdict} /> },
  { key: "after", header: "After", cell: ({ verdict }) => <Verdict of={verdict} /> },
  {
    key: "flipped",
    header: "",
    wide: true,
    cell: ({ flipped }) =>
      flipped ? (
        <Status tone="warn" shape="unequal">
          Flipped
        </Status>
      ) : null,
  },
];

const Verdict = ({ of }: { of: CallVerdict | null }) =>
  of === null ? <Missing reason="Not finished" /> : <LookStatus look={verdictLooks[of]} />;
