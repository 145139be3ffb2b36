import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { ProjectsScreen } from "./_components/projects-screen";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage() {
  await requireCaller(links.tracedProjects());
  return <ProjectsScreen />;
}
