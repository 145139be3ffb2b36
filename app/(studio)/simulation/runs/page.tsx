import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { RunsScreen } from "./_components/runs-screen";

export const metadata: Metadata = { title: "Test runs" };

export default async function RunsPage() {
  const { role } = await requireCaller(links.runs());
  return <RunsScreen role={role} />;
}
