import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { mayManageMembers } from "@/lib/client/roles";
import { listWebhooks as contract } from "@/lib/contracts/accounts/webhooks";
import { listWebhooks } from "@/lib/notifications/webhooks/webhooks";
import { WebhooksScreen } from "./_components/webhooks-screen";

export const metadata: Metadata = { title: "Webhooks" };

export default async function WebhooksPage() {
  const { role } = await requireCaller(links.webhooks());
  // A verb does not check the role itself.
  const reads = mayManageMembers(role) ? [read(contract, listWebhooks, {})] : [];
  return withReads(links.webhooks(), reads, <WebhooksScreen />);
}
