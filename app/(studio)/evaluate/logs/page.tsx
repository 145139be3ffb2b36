import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { LogsScreen } from "./_components/logs-screen";

export const metadata: Metadata = { title: "Evaluation logs" };

export default async function EvaluationLogsPage() {
  await requireCaller(links.evalLogs());
  return <LogsScreen />;
}
