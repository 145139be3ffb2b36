import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { TracesScreen } from "./_components/traces-screen";

export const metadata: Metadata = { title: "Traces" };

export default async function TracesPage() {
  await requireCaller(links.traces());
  return <TracesScreen />;
}
