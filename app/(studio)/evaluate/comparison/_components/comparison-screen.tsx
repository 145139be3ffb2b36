"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Switch } from "@/app/_ui/control/switch";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { isMissing } from "@/lib/client/call-error";
import { comparisonQuery, evalRunQuery } from "@/lib/client/evaluation/trust";
import { RunPicker } from "../../_components/run-picker";
import type { ComparedEvaluation } from "./compared";
import { ComparedRows } from "./compared-rows";
import { ComparisonTable } from "./comparison-table";
import { FingerprintDifferences } from "./fingerprint-differences";
import { JointPlot } from "./joint-plot";

/** Two runs over one dataset: how much they differ, whether that could be chance, and in which rows. */
export function ComparisonScreen() {
  const { get, set } = useAddress();
  const [first, second] = [get("first"), get("second")];
  const [asTable, setAsTable] = useState(false);
  const swap = () => set({ first: second ?? null, second: first ?? null, page: null, pair: null });
  useShortcuts("Page", first && second ? [{ keys: "s", description: "Swap the runs", run: swap }] : []);
  const chosen = useQuery({ ...evalRunQuery(first ?? ""), enabled: first !== undefined });
  return (
    <>
      <PageHeader
        title="Comparison"
        description="Two runs over one dataset, row by row: how much they differ, and whether that could be chance."
        actions={
          first && second ? (
            <>
              <Button keys="s" onClick={swap}>
                Swap runs
              </Button>
              <TableSwitch asTables={asTable} onChange={setAsTable} />
            </>
          ) : null
        }
      />
      <div className="mb-6 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <RunPicker
          label="First run"
          value={first ?? null}
          onChange={(id) => set({ first: id, page: null, pair: null })}
        />
        <RunPicker
          label="Second run"
          value={second ?? null}
          datasetId={chosen.data?.dataset_id}
          onChange={(id) => set({ second: id, page: null, pair: null })}
        />
      </div>
      {first && second ? (
        <Compared key={`${first} ${second}`} first={first} second={second} asTable={asTable} />
      ) : (
        <EmptyState title="Choose two runs">
          You can compare runs over the same rows: with another template version, another judge, or after the answers
          have changed.
        </EmptyState>
      )}
    </>
  );
}

function Compared({ first, second, asTable }: { first: string; second: string; asTable: boolean }) {
  const { get, set } = useAddress();
  const across = get("across") === "1";
  const found = useQuery({ ...comparisonQuery(first, second, across), placeholderData: keepPreviousData });
  if (found.isPending) return <TableSkeleton columns={5} rows={3} />;
  if (found.isError) {
    if (isMissing(found.error))
      return <EmptyState title="These runs cannot be compared">{found.error.message}</EmptyState>;
    return (
      <ErrorState title="The comparison could not be loaded" error={found.error} onRetry={() => found.refetch()} />
    );
  }
  const { evaluations } = found.data;
  const compared = evaluations.filter(({ compared: figures }) => figures !== null);
  const pair = compared.find(({ first: one }) => one?.evaluation_id === get("pair")) ?? compared[0];
  const unlike = evaluations.filter(({ differences }) => differences.length > 0);
  if (evaluations.length === 0)
    return <EmptyState title="Nothing to compare">Neither run has an evaluation. Prompts have no scores.</EmptyState>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {unlike.length > 0 ? (
        <Unlike evaluations={unlike} across={across} onAcross={(on) => set({ across: on ? "1" : null, page: null })} />
      ) : null}
      <section aria-labelledby="by-evaluation">
        <h2 id="by-evaluation" className="mb-3 text-base font-medium">
          By evaluation
        </h2>
        <ComparisonTable
          evaluations={evaluations}
          chosen={pair?.first?.evaluation_id ?? null}
          onChoose={(id) => set({ pair: id, page: null })}
          asTable={asTable}
        />
      </section>
      {pair?.first && pair.second ? (
        <ComparedRows
          first={first}
          second={second}
          name={pair.first.name}
          pair={[pair.first.evaluation_id, pair.second.evaluation_id]}
        >
          {pair.compared ? <JointPlot name={pair.first.name} compared={pair.compared} /> : null}
        </ComparedRows>
      ) : null}
    </div>
  );
}

interface UnlikeProps {
  evaluations: readonly ComparedEvaluation[];
  /** Whether they are compared all the same. */
  across: boolean;
  onAcross: (across: boolean) => void;
}

const Unlike = ({ evaluations, across, onAcross }: UnlikeProps) => (
  <div className="grid gap-3">
    <FingerprintDifferences evaluations={evaluations} />
    <div className="max-w-md">
      <Switch label="Compare anyway" checked={across} onChange={onAcross} />
    </div>
  </div>
);
