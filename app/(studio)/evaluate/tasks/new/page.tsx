import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { NewTaskScreen } from "../_components/new-task-screen";

export const metadata: Metadata = { title: "Evaluate spans" };

export default async function NewEvaluationTaskPage() {
  const { role } = await requireCaller(links.newEvalTask());
  return <NewTaskScreen role={role} />;
}
