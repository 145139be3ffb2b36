import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { ExecutionScreen } from "../../_components/execution/execution-screen";

export const metadata: Metadata = { title: "Execution" };

export default async function ExecutionPage({ params }: { params: Promise<{ execution_id: string }> }) {
  const { execution_id } = await params;
  const { role } = await requireCaller(links.execution(execution_id));
  return <ExecutionScreen executionId={execution_id} role={role} />;
}
