import type { Metadata } from "next";
import { read } from "@/app/_server/prefetch";
import { withReads } from "@/app/_server/with-reads";
import { links } from "@/lib/client/links";
import { projectChoicesInput } from "@/lib/client/traces";
import { listProjects as contract } from "@/lib/contracts/traces/projects";
import { listProjects } from "@/lib/traces/projects";
import { ProjectsScreen } from "./_components/projects-screen";

export const metadata: Metadata = { title: "Projects" };

export default function ProjectsPage() {
  return withReads(links.projects(), [read(contract, listProjects, projectChoicesInput)], <ProjectsScreen />);
}
