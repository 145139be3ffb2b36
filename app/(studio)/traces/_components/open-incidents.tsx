"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import { incidentsQuery } from "@/lib/client/notifications/alerts";
import { IncidentStatus } from "../incidents/_components/incident-status";

/** The open incidents of a project, above its figures; nothing if there are none. */
export function OpenIncidents({ projectId }: { projectId: string }) {
  const { data } = useQuery(incidentsQuery({ project_id: projectId, open: true }));
  if (!data || data.results.length === 0) return null;
  return (
    <ul aria-label="Open incidents" className="mb-5 grid gap-1 rounded-lg border border-line px-4 py-3">
      {data.results.map(({ id, alert, finding, status, since }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3">
          <IncidentStatus status={status} />
          <NextLink href={links.incident(id)} className="reach font-medium hover:underline">
            {alert.name}
          </NextLink>
          <span className="text-soft">
            {finding} Since <Time at={since} />.
          </span>
        </li>
      ))}
    </ul>
  );
}
