import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { getIncident } from "@/lib/alerts/incidents";
import { links } from "@/lib/client/links";
import { getIncident as contract } from "@/lib/contracts/alerts/incidents";
import { IncidentScreen } from "./_components/incident-screen";

export const metadata: Metadata = { title: "Incident" };

export default async function IncidentPage({ params }: { params: Promise<{ incident_id: string }> }) {
  const { incident_id } = await params;
  await requireCaller(links.incident(incident_id));
  return withReads(
    links.incident(incident_id),
    [read(contract, getIncident, { incident_id })],
    <IncidentScreen incidentId={incident_id} />,
  );
}
