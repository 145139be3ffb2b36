import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { listAlerts } from "@/lib/alerts/alerts";
import { links } from "@/lib/client/links";
import { listAlerts as contract } from "@/lib/contracts/alerts/alerts";
import { AlertsScreen } from "./_components/alerts-screen";

export const metadata: Metadata = { title: "Alerts" };

export default async function AlertsPage({ params }: { params: Promise<{ project_id: string }> }) {
  const { project_id } = await params;
  await requireCaller(links.alerts(project_id));
  return withReads(
    links.alerts(project_id),
    [read(contract, listAlerts, { project_id })],
    <AlertsScreen projectId={project_id} />,
  );
}
