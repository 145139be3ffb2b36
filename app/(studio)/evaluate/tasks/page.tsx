import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { TasksScreen } from "./_components/tasks-screen";

export const metadata: Metadata = { title: "Evaluation tasks" };

export default async function EvaluationTasksPage() {
  const { role } = await requireCaller(links.evalTasks());
  return <TasksScreen role={role} />;
}
