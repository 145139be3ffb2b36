import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { RunScreen } from "../_components/run/run-screen";

export const metadata: Metadata = { title: "Test run" };

export default async function RunPage({ params }: { params: Promise<{ run_test_id: string }> }) {
  const { run_test_id } = await params;
  const { role } = await requireCaller(links.run(run_test_id));
  return <RunScreen runTestId={run_test_id} role={role} />;
}
