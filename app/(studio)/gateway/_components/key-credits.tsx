"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { gatewayCreditsQuery } from "@/lib/client/gateway";
import type { Output } from "@/lib/contracts/contract";
import type { CreditEntry, listGatewayCredits } from "@/lib/contracts/gateway/money/credits";
import { CursorList } from "./cursor-list";
import { usdText } from "./usd";

const kinds = { payment: "Payment", correction: "Correction" } as const;

const columns: Column<CreditEntry>[] = [
  {
    key: "kind",
    header: "Entry",
    cell: ({ kind, note }) => (
      <span className="grid max-w-prose">
        {kinds[kind]}
        {note === null ? null : <span className="text-xs text-faint wrap-anywhere">{note}</span>}
      </span>
    ),
  },
  { key: "amount", header: "Amount", align: "right", width: "w-28", cell: ({ amount }) => usdText(amount) },
  timeColumn("Time", ({ created_at }) => created_at),
];

/** The statement of a managed key: its payments and corrections, and what calls have used. */
export function KeyCredits({ keyId }: { keyId: string }) {
  const { get, set } = useAddress();
  const after = get("payments_after");
  const found = useQuery({ ...gatewayCreditsQuery(keyId, after), placeholderData: keepPreviousData });
  return (
    <section aria-label="Payments" className="min-w-0 xl:col-span-2">
      <h2 className="mb-2 text-base font-medium">Payments</h2>
      {found.data ? <Totals {...found.data.totals} /> : null}
      <CursorList
        found={found}
        noun="payments"
        isFirst={!after}
        cursorOf={({ id }) => id}
        onAfter={(cursor) => set({ payments_after: cursor })}
        columns={3}
        empty={
          <EmptyState title="No payments yet">
            The gateway's operator adds credits. Each payment and correction appears here.
          </EmptyState>
        }
      >
        {(entries, isStale) => (
          <Table
            caption="Payments and corrections"
            columns={columns}
            rows={entries}
            rowKey={({ id }) => id}
            stale={isStale}
          />
        )}
      </CursorList>
    </section>
  );
}

type Sums = Output<typeof listGatewayCredits>["totals"];

const Totals = ({ paid, corrected, used, balance }: Sums) => (
  <p className="mb-3 flex flex-wrap gap-x-4 text-soft tabular-nums">
    <span>{usdText(paid)} paid</span>
    {corrected === 0 ? null : <span>{usdText(corrected)} corrected</span>}
    <span>{usdText(used)} used</span>
    <span>{usdText(balance)} left</span>
  </p>
);
