import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { TaskScreen } from "./_components/task-screen";

export const metadata: Metadata = { title: "Evaluation task" };

export default async function EvaluationTaskPage({ params }: { params: Promise<{ task_id: string }> }) {
  const { task_id } = await params;
  const { role } = await requireCaller(links.evalTask(task_id));
  return <TaskScreen taskId={task_id} role={role} />;
}
