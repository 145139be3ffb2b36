"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { timeColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import { webhooksQuery } from "@/lib/client/notifications/webhooks";
import type { Webhook } from "@/lib/contracts/accounts/webhooks";
import { CreateWebhookDialog } from "./create-webhook-dialog";
import { ForWebhookAdmins } from "./for-webhook-admins";

export const WebhooksScreen = () => (
  <ForWebhookAdmins>
    <Webhooks />
  </ForWebhookAdmins>
);

function Webhooks() {
  const [creating, setCreating] = useState(false);
  const open = () => setCreating(true);
  useShortcuts("Page", [{ keys: "c", description: "Create a webhook", run: open }]);
  const create = (
    <Button look="primary" keys="c" onClick={open}>
      Create webhook
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Assay sends signed requests to your servers when something happens here."
        actions={create}
      />
      <Loaded
        found={useQuery(webhooksQuery())}
        problem="The webhooks could not be loaded"
        skeleton={<TableSkeleton columns={4} />}
      >
        {({ webhooks }) =>
          webhooks.length > 0 ? (
            <Table caption="Webhooks" columns={columns} rows={webhooks} rowKey={({ id }) => id} />
          ) : (
            <EmptyState title="No webhooks yet" action={create}>
              A webhook is an address of yours. It gets a request when a queue is completed, work is sent back, an
              export is ready, and more.
            </EmptyState>
          )
        }
      </Loaded>
      {creating ? <CreateWebhookDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}

const columns: readonly Column<Webhook>[] = [
  { key: "url", header: "Address", cell: ({ id, url }) => <RowLink href={links.webhook(id)}>{url}</RowLink> },
  {
    key: "events",
    header: "Events",
    wide: true,
    cell: ({ events }) => <span className="block max-w-72 truncate text-soft">{events.join(", ")}</span>,
  },
  { key: "state", header: "State", width: "w-28", cell: ({ enabled }) => <WebhookState enabled={enabled} /> },
  timeColumn("Last delivery", ({ delivered_at }) => delivered_at, { wide: true, missing: "Nothing was accepted yet" }),
];

export const WebhookState = ({ enabled }: { enabled: boolean }) =>
  enabled ? (
    <Status tone="good" shape="check">
      On
    </Status>
  ) : (
    <Status tone="warn" shape="pause">
      Off
    </Status>
  );
