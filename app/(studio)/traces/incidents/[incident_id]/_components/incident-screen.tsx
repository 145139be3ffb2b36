"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { FoundPage } from "@/app/_components/found-page";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { countText, numberText, percentText, rangeText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import { acknowledgeIncident, closeIncident, incidentQuery } from "@/lib/client/notifications/alerts";
import type { Incident } from "@/lib/contracts/alerts/incidents";
import { IncidentStatus } from "../../_components/incident-status";
import { tracesBehind } from "../../_components/traces-behind";

export const IncidentScreen = ({ incidentId }: { incidentId: string }) => (
  <FoundPage
    found={useQuery(incidentQuery(incidentId))}
    title="Incident"
    parent={{ href: links.incidents(), label: "Incidents" }}
    problem="The incident could not be loaded"
    columns={2}
  >
    {(incident) => <Found incident={incident} />}
  </FoundPage>
);

function Found({ incident }: { incident: Incident }) {
  return (
    <>
      <PageHeader
        title={incident.alert.name}
        status={<IncidentStatus status={incident.status} />}
        description={incident.finding}
        parent={{ href: links.alerts(incident.project.id), label: `Alerts of ${incident.project.name}` }}
        actions={<Actions incident={incident} />}
      />
      <DefinitionList entries={entriesOf(incident)} />
    </>
  );
}

function Actions({ incident: { id: incident_id, status, closed_at, traces } }: { incident: Incident }) {
  const may = useMayWrite() && closed_at === null;
  const acknowledge = useMutation(acknowledgeIncident);
  const close = useMutation(closeIncident);
  const toAcknowledge = () => acknowledge.mutate({ incident_id });
  const isOpen = may && status === "open";
  useShortcuts("Page", isOpen ? [{ keys: "a", description: "Acknowledge the incident", run: toAcknowledge }] : []);
  return (
    <>
      {traces ? <LinkButton href={tracesBehind(traces)}>Show the traces</LinkButton> : null}
      {may ? (
        <Button busy={close.isPending} onClick={() => close.mutate({ incident_id })}>
          Close
        </Button>
      ) : null}
      {isOpen ? (
        <Button look="primary" keys="a" busy={acknowledge.isPending} onClick={toAcknowledge}>
          Acknowledge
        </Button>
      ) : null}
    </>
  );
}

function entriesOf(incident: Incident) {
  const { week_before: week } = incident;
  const optional = [
    week && {
      term: "Week before",
      value: `${percentText(week.rate)} (${countText(week.bad)} of ${countText(week.requests)})`,
    },
    incident.acknowledged_at && {
      term: "Acknowledged",
      value: <Who at={incident.acknowledged_at} by={incident.acknowledged_by?.name} />,
    },
    incident.closed_at && {
      term: incident.status === "recovered" ? "Recovered" : "Closed",
      value: <Who at={incident.closed_at} by={incident.closed_by?.name} />,
    },
  ];
  return [
    { term: incident.daily_cost ? "Day" : "Since about", value: <Time at={incident.since} /> },
    { term: "Opened", value: <Time at={incident.opened_at} /> },
    ...figuresOf(incident),
    ...optional.filter((entry) => entry !== null && entry !== ""),
  ];
}

function figuresOf({ bad, requests, rate, rate_interval, limit, side, daily_cost }: Incident) {
  if (daily_cost)
    return [
      { term: "Spent so far", value: `$${numberText(daily_cost.spent_usd)}` },
      { term: "Traces with a cost", value: countText(requests) },
      { term: "Alarm above", value: `$${numberText(daily_cost.limit_usd)} a day` },
    ];
  if (bad === null || rate === null || limit === null || !rate_interval) return [];
  return [
    { term: "Share at the alarm", value: `${percentText(rate)} (95 %: ${rangeText(rate_interval, percentText)})` },
    { term: "Counted", value: `${countText(bad)} of ${countText(requests)}` },
    { term: side === "above" ? "Alarm above" : "Alarm below", value: percentText(limit) },
  ];
}

const Who = ({ at, by }: { at: string; by: string | undefined }) => (
  <>
    <Time at={at} />
    {by ? ` by ${by}` : ""}
  </>
);
