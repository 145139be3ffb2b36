"use client";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { LinkButton } from "@/app/_ui/button/link-button";
import { TableSwitch } from "@/app/_ui/figure/table-switch";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import { ActivityView, useActivity } from "../../../_components/activity/activity-view";
import { RangeSelect } from "../../../_components/activity/range-select";
import { OpenIncidents } from "../../../_components/open-incidents";

const parent = { href: links.tracedProjects(), label: "Projects" };

/** What goes on in a project. */
export function ProjectScreen({ projectId }: { projectId: string }) {
  const found = useActivity(projectId);
  const [asTables, setAsTables] = useState(false);
  return (
    <FoundPage found={found} title="Project" parent={parent} problem="The project could not be loaded" columns={3}>
      {({ project }) => (
        <>
          <PageHeader
            title={project.name}
            description="Requests, errors, latency, tokens, cost, verdicts and feedback. A request is a trace."
            parent={parent}
            actions={
              <>
                <LinkButton href={links.alerts(project.id)}>Alerts</LinkButton>
                <RangeSelect />
                <TableSwitch asTables={asTables} onChange={setAsTables} />
              </>
            }
          />
          <OpenIncidents projectId={project.id} />
          <ActivityView found={found} project={project.id} asTables={asTables} />
        </>
      )}
    </FoundPage>
  );
}
