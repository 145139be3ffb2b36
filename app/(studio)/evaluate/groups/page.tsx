import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { GroupsScreen } from "./_components/groups-screen";

export const metadata: Metadata = { title: "Evaluation groups" };

export default async function EvaluationGroupsPage() {
  await requireCaller(links.evalGroups());
  return <GroupsScreen />;
}
