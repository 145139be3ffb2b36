"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { useAddress } from "@/app/_components/use-address";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Section } from "@/app/_ui/page/section";
import { links } from "@/lib/client/links";
import { sessionListQuery } from "@/lib/client/traces";
import { pageOf } from "../../../_components/address";
import { PagedList } from "../../../_components/paged-list";
import { ActivityView, useActivity } from "../../_components/activity/activity-view";
import { RangeSelect } from "../../_components/activity/range-select";
import { SessionTable } from "../../sessions/_components/session-table";

/** What one user of an application did: the figures of the user's traces, and the sessions. */
export function UserScreen() {
  const { get } = useAddress();
  const [project, user] = [get("project"), get("user")?.slice(0, 255)];
  if (!project || !user) notFound();
  return <UserView projectId={project} user={user} />;
}

function UserView({ projectId, user }: { projectId: string; user: string }) {
  const found = useActivity(projectId);
  const [asTables, setAsTables] = useState(false);
  const parent = { href: links.tracedProject(projectId), label: found.data?.project.name ?? "Project" };
  return (
    <FoundPage found={found} title={user} parent={parent} problem="The project could not be loaded" columns={3}>
      {({ project }) => (
        <>
          <PageHeader
            title={user}
            description={`A user of ${project.name}.`}
            parent={parent}
            actions={
              <>
                <RangeSelect />
                <TableSwitch asTables={asTables} onChange={setAsTables} />
              </>
            }
          />
          <ActivityView found={found} project={project.id} fixed="user" asTables={asTables} />
          <Sessions projectId={project.id} user={user} />
        </>
      )}
    </FoundPage>
  );
}

function Sessions({ projectId, user }: { projectId: string; user: string }) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const found = useQuery({
    ...sessionListQuery({ project_id: projectId, user, page }),
    placeholderData: keepPreviousData,
  });
  return (
    <Section title="Sessions" className="mt-8">
      <PagedList
        found={found}
        noun="sessions"
        page={page}
        columns={6}
        onPage={(next) => set({ page: next })}
        empty={<p className="text-soft">No trace of this user belongs to a session.</p>}
      >
        {(sessions, isStale) => <SessionTable sessions={sessions} stale={isStale} />}
      </PagedList>
    </Section>
  );
}
