import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { GroupScreen } from "../_components/group-screen";

export const metadata: Metadata = { title: "Evaluation group" };

export default async function EvaluationGroupPage({ params }: { params: Promise<{ group_id: string }> }) {
  const { group_id } = await params;
  await requireCaller(links.evalGroup(group_id));
  return <GroupScreen groupId={group_id} />;
}
