"use client";
import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { Missing } from "@/app/_ui/feedback/missing";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { pageOf } from "@/app/(studio)/_components/address";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { deliveriesQuery, redeliver } from "@/lib/client/notifications/webhooks";
import type { Webhook, WebhookDelivery } from "@/lib/contracts/accounts/webhooks";
import { statusWords } from "../../_components/words";

const REFRESH_MS = 3000;

/** What was sent to a webhook. Follows deliveries whose first attempts are under way. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const found = useQuery({
    ...deliveriesQuery(webhook.id, page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isUnderWay) ? REFRESH_MS : false),
  });
  const again = useMutation(redeliver);
  const send = ({ id }: WebhookDelivery) => again.mutate({ webhook_id: webhook.id, delivery_id: id });
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-2 text-base font-medium">
        Deliveries
      </h2>
      <PagedList
        found={found}
        noun="deliveries"
        page={page}
        onPage={(next) => set({ page: next })}
        columns={4}
        empty={
          <EmptyState title="Nothing was sent yet">
            Events that you chose appear here, each for 30 days. Send a test event to try the address.
          </EmptyState>
        }
      >
        {(rows, isStale) => (
          <Table
            caption="Deliveries"
            rows={rows}
            rowKey={({ id }) => id}
            stale={isStale}
            columns={webhook.enabled ? [...columns, againColumn(send)] : columns}
          />
        )}
      </PagedList>
    </section>
  );
}

const isUnderWay = ({ status, attempts }: WebhookDelivery): boolean => status === "waiting" && attempts < 2;

const columns: readonly Column<WebhookDelivery>[] = [
  { key: "event", header: "Event", cell: ({ event }) => <code className="font-mono text-xs">{event}</code> },
  {
    key: "status",
    header: "Status",
    cell: ({ status, error }) => (
      <span className="grid">
        <LookStatus look={statusWords[status]} />
        {error ? <span className="text-xs text-faint">{error}</span> : null}
      </span>
    ),
  },
  {
    key: "code",
    header: "Answer",
    align: "right",
    width: "w-20",
    wide: true,
    cell: ({ response_code }) => response_code ?? <Missing reason="There was no answer" />,
  },
  { key: "attempts", header: "Attempts", align: "right", width: "w-20", wide: true, cell: ({ attempts }) => attempts },
  timeColumn("Next attempt", ({ next_attempt_at }) => next_attempt_at, {
    wide: true,
    missing: "No further attempt is due",
  }),
  timeColumn("Created", ({ created_at }) => created_at, { width: "w-24" }),
];

const againColumn = (send: (delivery: WebhookDelivery) => void): Column<WebhookDelivery> =>
  actionsColumn({ width: "w-28" }, (delivery) =>
    delivery.status === "waiting" ? null : (
      <Button size="small" aria-label={`Send again: ${delivery.event}`} onClick={() => send(delivery)}>
        Send again
      </Button>
    ),
  );
