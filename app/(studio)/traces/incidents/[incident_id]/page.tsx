import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { getIncident } from "@/lib/alerts/incidents";
import { links } from "@/lib/client/links";
import { getIncident as contract } from "@/lib/contracts/alerts/incidents";
import { IncidentScreen } from "./_components/incident-screen";

export const metadata: Metadata = { title: "Incident" };

export default async function IncidentPage({ params }: { params: Promise<{ incident_id: string }> }) {
  const { incident_id } = await params;
  await requireCaller(links.incident(incident_id));
  return (
    <HydrationBoundary
      state={await prefetch(links.incident(incident_id), read(contract, getIncident, { incident_id }))}
    >
      <IncidentScreen incidentId={incident_id} />
    </HydrationBoundary>
  );
}
