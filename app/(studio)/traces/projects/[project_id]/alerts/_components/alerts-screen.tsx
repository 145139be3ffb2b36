"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { actionsColumn } from "@/app/_ui/list/columns";
import { RowLink } from "@/app/_ui/list/row-link";
import { type Column, Table } from "@/app/_ui/list/table";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Section } from "@/app/_ui/page/section";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import { alertsQuery } from "@/lib/client/notifications/alerts";
import type { Alert } from "@/lib/contracts/alerts/alerts";
import { IncidentList } from "../../../../incidents/_components/incident-list";
import { CreateAlertDialog } from "./alert-dialog";
import { AlertMenu } from "./alert-menu";
import { conditionOf, stateWords } from "./words";

/** The alerts of a project, and their incidents. */
export function AlertsScreen({ projectId }: { projectId: string }) {
  const may = useMayWrite();
  const [creating, setCreating] = useState(false);
  const open = () => setCreating(true);
  useShortcuts("Page", may ? [{ keys: "c", description: "Create an alert", run: open }] : []);
  const create = may ? (
    <Button look="primary" keys="c" onClick={open}>
      Create alert
    </Button>
  ) : undefined;
  return (
    <FoundPage
      found={useQuery(alertsQuery(projectId))}
      title="Alerts"
      parent={{ href: links.tracedProject(projectId), label: "Project" }}
      problem="The alerts could not be loaded"
      columns={3}
    >
      {({ project, alerts }) => (
        <>
          <PageHeader
            title="Alerts"
            description="Each alert watches a share of the traces, such as the failed ones, or what a day costs. While nothing changes, expect at most one false alarm in the number of days that you set, for all alerts together."
            parent={{ href: links.tracedProject(project.id), label: project.name }}
            actions={create}
          />
          <div className="grid gap-8">
            {alerts.length > 0 ? (
              <Table
                caption="Alerts"
                rows={alerts}
                rowKey={({ id }) => id}
                columns={may ? [...columns, menuColumn] : columns}
              />
            ) : (
              <EmptyState title="No alerts yet" action={create}>
                An alert watches how many traces fail, are slow or costly, or what a judge and users say about them.
              </EmptyState>
            )}
            {alerts.length > 0 ? (
              <Section title="Incidents">
                <IncidentList filter={{ project_id: project.id }} isOfProject />
              </Section>
            ) : null}
          </div>
          {creating ? <CreateAlertDialog projectId={project.id} onClose={() => setCreating(false)} /> : null}
        </>
      )}
    </FoundPage>
  );
}

const columns: readonly Column<Alert>[] = [
  {
    key: "name",
    header: "Alert",
    cell: (alert) => (
      <span className="grid py-1">
        <span className="font-medium">{alert.name}</span>
        <span className="text-xs text-faint">{conditionOf(alert)}</span>
      </span>
    ),
  },
  { key: "state", header: "State", width: "w-32", cell: (alert) => <State alert={alert} /> },
  {
    key: "days",
    header: "One false alarm in",
    align: "right",
    width: "w-36",
    wide: true,
    cell: ({ measure, false_alarm_days }) =>
      measure === "daily_cost" ? "Exact" : `${false_alarm_days.toLocaleString("en")} days`,
  },
];

const menuColumn: Column<Alert> = actionsColumn({ width: "w-12" }, (alert) => <AlertMenu alert={alert} />);

function State({ alert: { state, muted_until, incident_id } }: { alert: Alert }) {
  const status = <LookStatus look={stateWords[state]} />;
  if (state === "open" && incident_id) return <RowLink href={links.incident(incident_id)}>{status}</RowLink>;
  return state === "muted" && muted_until ? (
    <span className="grid">
      {status}
      <span className="text-xs text-faint">
        until <Time at={muted_until} />
      </span>
    </span>
  ) : (
    status
  );
}
