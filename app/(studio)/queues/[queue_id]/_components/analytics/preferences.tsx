"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { quantity } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/list/table";
import { preferencesQuery } from "@/lib/client/reports";
import type { LabelPreferences } from "@/lib/contracts/annotation/reports/preferences";
import { positionText } from "./position-text";
import { preferenceColumns } from "./preference-columns";

/** Which outputs, or models, people prefer under each preference label. */
export function Preferences({ queueId, asTable }: { queueId: string; asTable: boolean }) {
  return (
    <Loaded
      found={useQuery(preferencesQuery(queueId))}
      problem="The preferences could not be loaded"
      skeleton={<TableSkeleton columns={4} rows={2} />}
    >
      {({ labels }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-7">
          {labels.map((label) => (
            <Ranking key={label.label_id} label={label} asTable={asTable} />
          ))}
        </div>
      )}
    </Loaded>
  );
}

function Ranking({ label, asTable }: { label: LabelPreferences; asTable: boolean }) {
  const { label_name, answers, items, contestants, truncated } = label;
  return (
    <div className="min-w-0">
      <h3 className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium wrap-anywhere">{label_name}</span>
        <span className="text-xs text-faint tabular-nums">
          {quantity(answers, "answer")} on {quantity(items, "item")}
        </span>
      </h3>
      {contestants.length === 0 ? (
        <p className="text-soft">No answers yet.</p>
      ) : (
        <>
          <Table
            caption={`Preferences under ${label_name}, most preferred first`}
            columns={preferenceColumns(asTable)}
            rows={contestants}
            rowKey={({ name }) => name}
          />
          <p className="mt-2 text-soft tabular-nums">{positionText(label)}</p>
        </>
      )}
      {truncated ? <p className="mt-1 text-xs text-faint">Only the first 50,000 answers are counted.</p> : null}
    </div>
  );
}
