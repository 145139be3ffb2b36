"use client";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { BarRows } from "@/app/_ui/figure/bar-rows";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { quantity } from "@/app/_ui/figure/numbers";
import { binTexts } from "@/app/_ui/figure/scale";
import { Table } from "@/app/_ui/list/table";
import type { RunPart } from "./run-part";
import { outcomeWords } from "./run-words";

/** How many cells have which score. */
export function Distribution({
  part: { name, distribution, score, labels },
  asTables,
}: {
  part: RunPart;
  asTables: boolean;
}) {
  // The labels already show passes and failures.
  if (distribution.length === 0 || (score.method === "wilson" && labels.length > 0)) return null;
  const { ranges, edges } = binTexts(distribution);
  const columns = ranges.map((label, index) => {
    const count = distribution[index]?.cells ?? 0;
    const detail = `${label}: ${quantity(count, "cell")}`;
    return { key: label, label, detail, count, ...(edges.length > 0 ? {} : { tick: label }) };
  });
  const total = distribution.reduce((sum, { cells }) => sum + cells, 0);
  return (
    <div>
      <h3 className="mb-1 font-medium">Scores</h3>
      {asTables ? (
        <BarRows caption={`Scores of ${name}`} rows={columns} total={total} asTable />
      ) : (
        <ColumnChart
          columns={columns}
          edges={edges}
          summary={`Cells by score: ${columns.map(({ detail }) => detail).join("; ")}`}
        />
      )}
    </div>
  );
}

export function Labels({ part: { name, labels, coverage }, asTables }: { part: RunPart; asTables: boolean }) {
  if (labels.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-medium">Labels</h3>
      <BarRows
        caption={`Labels of ${name}`}
        rows={labels.map(({ label, cells }) => ({ key: label, label, count: cells }))}
        total={coverage.scored}
        asTable={asTables}
      />
    </div>
  );
}

/** Why cells have no score. */
export function Problems({ part: { name, problems } }: { part: RunPart }) {
  if (problems.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 font-medium">Reasons for missing scores</h3>
      <Table
        caption={`Reasons for missing scores of ${name}`}
        rows={problems}
        rowKey={({ outcome, reason }) => `${outcome} ${reason}`}
        columns={[
          {
            key: "outcome",
            header: "Outcome",
            width: "w-28",
            cell: ({ outcome }) => <LookStatus look={outcomeWords[outcome]} />,
          },
          { key: "reason", header: "Reason", cell: ({ reason }) => <span className="wrap-anywhere">{reason}</span> },
          {
            key: "cells",
            header: "Cells",
            align: "right",
            width: "w-20",
            cell: ({ cells }) => cells.toLocaleString("en"),
          },
        ]}
      />
    </div>
  );
}
