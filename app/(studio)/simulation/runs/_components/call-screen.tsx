"use client";
import { useQuery } from "@tanstack/react-query";
import { notFound } from "next/navigation";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { DefinitionList } from "@/app/_ui/definition-list";
import { ErrorState } from "@/app/_ui/error-state";
import { Missing } from "@/app/_ui/missing";
import { PageHeader } from "@/app/_ui/page-header";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { callQuery, PLAYING_MS } from "@/lib/client/runs";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import type { CallRecord } from "@/lib/contracts/simulation/calls";
import { CallFindings } from "./call-findings";
import { CallToQueue } from "./call-to-queue";
import { ForkDialog } from "./fork-dialog";
import { Transcript } from "./transcript";
import { causeWords, cellText, millisecondsText, outcomeOf, usdText } from "./words";

const isOver = ({ status }: CallRecord): boolean => ["completed", "failed", "cancelled"].includes(status);

export function CallScreen({ callId, role }: { callId: string; role: OrganizationRole }) {
  const found = useQuery({
    ...callQuery(callId),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? PLAYING_MS : false),
  });
  if (found.data) return <Shown call={found.data} may={mayWrite(role)} />;
  // 400: an id that can be none.
  if (isStatus(found.error, 404) || isStatus(found.error, 400)) notFound();
  return (
    <>
      <PageHeader title="Call" parent={{ href: links.runs(), label: "Test runs" }} />
      {found.isPending ? (
        <TableSkeleton columns={2} rows={8} />
      ) : (
        <ErrorState title="The call could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      )}
    </>
  );
}

function Shown({ call, may }: { call: CallRecord; may: boolean }) {
  const [forkTurn, setForkTurn] = useState<number | null>(null);
  const [isQueueing, setQueueing] = useState(false);
  const { tone, shape, word } = outcomeOf(call);
  useShortcuts("Page", may ? [{ keys: "q", description: "Add to a queue", run: () => setQueueing(true) }] : []);
  return (
    <>
      <PageHeader
        title={`Call #${call.number + 1}`}
        status={
          <Status tone={tone} shape={shape}>
            {word}
          </Status>
        }
        description={call.scenario}
        parent={{ href: links.execution(call.test_execution_id), label: "Execution" }}
        actions={
          may ? (
            <Button keys="q" onClick={() => setQueueing(true)}>
              Add to a queue
            </Button>
          ) : null
        }
      />
      <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Transcript call={call} {...(may && isOver(call) ? { onFork: setForkTurn } : {})} />
        <div className="grid content-start gap-8">
          <CallFindings call={call} />
          <section>
            <h2 className="mb-2 text-base font-medium">Facts</h2>
            <Facts call={call} />
          </section>
        </div>
      </div>
      {forkTurn === null ? null : <ForkDialog call={call} turn={forkTurn} onClose={() => setForkTurn(null)} />}
      <CallToQueue callId={call.id} open={isQueueing} onOpenChange={setQueueing} />
    </>
  );
}

function Facts({ call }: { call: CallRecord }) {
  const columns = Object.values(call.scenario_columns).filter(({ value }) => value !== null && value !== "");
  return (
    <DefinitionList
      entries={[
        { term: "Agent", value: `${call.agent_definition_used_name}, ${call.agent_version}` },
        { term: "Ended", value: call.ended_by ? causeWords(call.ended_by) : <Missing reason="It goes on" /> },
        ...(call.ended_reason ? [{ term: "Reason", value: call.ended_reason }] : []),
        { term: "Turns", value: String(call.turn_count ?? 0) },
        {
          term: "Latency",
          value:
            call.avg_latency_ms === null ? (
              <Missing reason="Nothing was measured" />
            ) : (
              `${millisecondsText(call.avg_latency_ms)} a turn`
            ),
        },
        { term: "Cost", value: usdText(call.cost_usd) },
        ...columns.map(({ column_name, value }) => ({
          term: column_name,
          value: cellText(value),
        })),
      ]}
    />
  );
}
