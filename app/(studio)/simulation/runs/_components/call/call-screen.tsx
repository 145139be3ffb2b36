"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { notFound } from "next/navigation";
import { useState } from "react";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { AddToQueue } from "@/app/(studio)/_components/add-to-queue";
import { AddToScenario } from "@/app/(studio)/_components/add-to-scenario";
import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { callQuery, PLAYING_MS } from "@/lib/client/runs";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { outcomeOf } from "../words";
import { CallFacts } from "./call-facts";
import { CallFindings } from "./call-findings";
import { CallViews } from "./call-views";
import { ForkDialog } from "./fork-dialog";
import { SpokenCall } from "./speech/spoken-call";
import { Transcript } from "./transcript";

const isOver = ({ status }: CallRecord): boolean => ["completed", "failed", "cancelled"].includes(status);

export function CallScreen({ callId, role }: { callId: string; role: OrganizationRole }) {
  const found = useQuery({
    ...callQuery(callId),
    refetchInterval: ({ state }) => (state.data && !isOver(state.data) ? PLAYING_MS : false),
  });
  if (found.data) return <Shown call={found.data} may={mayWrite(role)} />;
  // 400: the id is malformed.
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
  const [isCreatingRow, setCreatingRow] = useState(false);
  const { tone, shape, word } = outcomeOf(call);
  const shortcuts = [
    { keys: "q", description: "Add to a queue", run: () => setQueueing(true) },
    { keys: "s", description: "Make a scenario row", run: () => setCreatingRow(true) },
  ];
  useShortcuts("Page", may ? shortcuts : []);
  return (
    <>
      <PageHeader
        title={`Call #${call.number + 1}`}
        status={
          <Status tone={tone} shape={shape}>
            {word}
          </Status>
        }
        description={<Origin call={call} />}
        parent={{ href: links.execution(call.test_execution_id), label: "Execution" }}
        actions={
          may ? (
            <>
              <Button keys="s" onClick={() => setCreatingRow(true)}>
                Make a scenario row
              </Button>
              <Button keys="q" onClick={() => setQueueing(true)}>
                Add to a queue
              </Button>
            </>
          ) : null
        }
      />
      <CallViews call={call} isOver={isOver(call)}>
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {call.simulation_call_type === "voice" ? (
            <SpokenCall call={call} />
          ) : (
            <Transcript call={call} {...(may && isOver(call) ? { onFork: setForkTurn } : {})} />
          )}
          <div className="grid content-start gap-8">
            <CallFindings call={call} />
            <section>
              <h2 className="mb-2 text-base font-medium">Facts</h2>
              <CallFacts call={call} />
            </section>
          </div>
        </div>
      </CallViews>
      {forkTurn === null ? null : <ForkDialog call={call} turn={forkTurn} onClose={() => setForkTurn(null)} />}
      <AddToQueue
        what="The call becomes an item"
        sources={{ items: [{ source_type: "call_execution", source_id: call.id }] }}
        open={isQueueing}
        onOpenChange={setQueueing}
      />
      {isCreatingRow ? (
        <AddToScenario
          source={{ type: "call_execution", id: call.id }}
          agentId={call.agent_definition_used_id}
          onClose={() => setCreatingRow(false)}
        />
      ) : null}
    </>
  );
}

/** The call's scenario and, if it was forked, its original call. */
function Origin({ call }: { call: CallRecord }) {
  const { scenario, scenario_id, original_call_execution_id: original, fork_turn: turn } = call;
  const look = "reach underline underline-offset-2 hover:text-ink";
  return (
    <>
      <NextLink href={links.scenario(scenario_id)} className={look}>
        {scenario}
      </NextLink>
      {original ? (
        <>
          , forked from{" "}
          <NextLink href={links.call(original)} className={look}>
            another call
          </NextLink>{" "}
          {turn ? `after turn ${turn}` : "before its first turn"}
        </>
      ) : null}
    </>
  );
}
