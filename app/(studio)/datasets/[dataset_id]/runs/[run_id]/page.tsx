import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { RunScreen } from "../../_components/runs/run-screen";

export const metadata: Metadata = { title: "Evaluation run" };

export default async function EvaluationRunPage({
  params,
}: {
  params: Promise<{ dataset_id: string; run_id: string }>;
}) {
  const { dataset_id, run_id } = await params;
  await requireCaller(links.evalRun(dataset_id, run_id));
  return <RunScreen datasetId={dataset_id} runId={run_id} />;
}
