import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { requireCaller } from "@/app/_server/session";
import { withReads } from "@/app/_server/with-reads";
import { listIncidents } from "@/lib/alerts/incidents";
import { links } from "@/lib/client/links";
import { incidentsInput } from "@/lib/client/notifications/alerts";
import { listIncidents as contract } from "@/lib/contracts/alerts/incidents";
import { pageOf } from "../../_components/address";
import { IncidentsScreen } from "./_components/incidents-screen";

export const metadata: Metadata = { title: "Incidents" };

export default async function IncidentsPage({ searchParams }: { searchParams: Promise<Record<string, string>> }) {
  const { page, show } = await searchParams;
  await requireCaller(links.incidents());
  // A filtered list is read by the screen.
  const reads = show ? [] : [read(contract, listIncidents, incidentsInput({ page: pageOf(page) }))];
  return withReads(links.incidents(), reads, <IncidentsScreen />);
}
