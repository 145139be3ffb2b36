import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { prefetch, read } from "@/app/_server/prefetch";
import { links } from "@/lib/client/links";
import { projectChoicesInput } from "@/lib/client/traces";
import { listProjects as contract } from "@/lib/contracts/traces/projects";
import { listProjects } from "@/lib/traces/projects";
import { ProjectsScreen } from "./_components/projects-screen";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage() {
  const state = await prefetch(links.projects(), read(contract, listProjects, projectChoicesInput));
  return (
    <HydrationBoundary state={state}>
      <ProjectsScreen />
    </HydrationBoundary>
  );
}
