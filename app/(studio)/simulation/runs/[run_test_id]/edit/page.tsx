import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { EditRunScreen } from "../../_components/editor/edit-run-screen";

export const metadata: Metadata = { title: "Edit a test run" };

export default async function EditRunPage({ params }: { params: Promise<{ run_test_id: string }> }) {
  const { run_test_id } = await params;
  const { role } = await requireCaller(links.editRun(run_test_id));
  return <EditRunScreen runTestId={run_test_id} role={role} />;
}
