import type { Metadata } from "next";
import { requireCaller } from "@/app/_server/session";
import { links } from "@/lib/client/links";
import { ProjectScreen } from "./_components/project-screen";

export const metadata: Metadata = { title: "Project" };

export default async function ProjectPage({ params }: { params: Promise<{ project_id: string }> }) {
  const { project_id } = await params;
  await requireCaller(links.tracedProject(project_id));
  return <ProjectScreen projectId={project_id} />;
}
