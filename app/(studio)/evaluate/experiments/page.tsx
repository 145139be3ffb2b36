import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { ExperimentsScreen } from "./_components/experiments-screen";

export const metadata: Metadata = { title: "Experiments" };

export default async function ExperimentsPage() {
  await requireCaller(links.experiments());
  return <ExperimentsScreen />;
}
