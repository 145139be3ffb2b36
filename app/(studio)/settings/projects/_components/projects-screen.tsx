"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { useRole } from "@/app/_components/use-role";
import { Select } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { mayManageMembers } from "@/lib/client/roles";
import { projectChoicesQuery } from "@/lib/client/traces";
import { DeleteProject } from "./delete-project";
import { FeedbackKeys } from "./feedback-keys";
import { Masking } from "./masking";
import { WholeList } from "./whole-list";

/** What happens to a project's traces as they arrive. */
export function ProjectsScreen() {
  const { get, set } = useAddress();
  const role = useRole();
  const found = useQuery({ ...projectChoicesQuery(), select: ({ results }) => results });
  return (
    <>
      <PageHeader title="Projects" description="What is masked in a project’s traces, and who may send feedback." />
      <WholeList
        found={found}
        noun="projects"
        empty={<EmptyState title="No projects yet">A project is created when its first span arrives.</EmptyState>}
      >
        {(projects) => {
          const shown = projects.find((project) => project.id === get("project")) ?? projects[0];
          const id = shown?.id ?? "";
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              <Select
                aria-label="Project"
                className="w-60!"
                value={id}
                options={projects.map(({ id: value, name }) => ({ value, label: name }))}
                onChange={(project) => set({ project })}
              />
              <Masking key={`masking ${id}`} projectId={id} />
              <FeedbackKeys key={`feedback ${id}`} projectId={id} />
              {shown && mayManageMembers(role) ? (
                <DeleteProject key={`delete ${id}`} id={id} name={shown.name} />
              ) : null}
            </div>
          );
        }}
      </WholeList>
    </>
  );
}
