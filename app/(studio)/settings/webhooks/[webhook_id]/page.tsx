import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { deliveriesInput } from "@/lib/client/notifications/webhooks";
import { mayManageMembers } from "@/lib/client/roles";
import * as contracts from "@/lib/contracts/accounts/webhooks";
import { listWebhookDeliveries } from "@/lib/notifications/webhooks/deliveries";
import { getWebhook } from "@/lib/notifications/webhooks/webhooks";
import { pageOf } from "../../../_components/address";
import { WebhookScreen } from "./_components/webhook-screen";

export const metadata: Metadata = { title: "Webhook" };

interface Props {
  params: Promise<{ webhook_id: string }>;
  searchParams: Promise<Record<string, string>>;
}

export default async function WebhookPage({ params, searchParams }: Props) {
  const [{ webhook_id }, { page }] = await Promise.all([params, searchParams]);
  const { role } = await requireCaller(links.webhook(webhook_id));
  // A verb does not check the role itself.
  const reads = mayManageMembers(role)
    ? [
        read(contracts.getWebhook, getWebhook, { webhook_id }),
        read(contracts.listWebhookDeliveries, listWebhookDeliveries, deliveriesInput(webhook_id, pageOf(page))),
      ]
    : [];
  return withReads(links.webhook(webhook_id), reads, <WebhookScreen webhookId={webhook_id} />);
}
