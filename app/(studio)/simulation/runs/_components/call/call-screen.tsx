"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { Button } from "@/app/_ui/button/button";
import { LookStatus } from "@/app/_ui/feedback/look-status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Section } from "@/app/_ui/page/section";
import { AddToQueue } from "@/app/(studio)/_components/add-to-queue";
import { AddToScenario } from "@/app/(studio)/_components/add-to-scenario";
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
  return (
    <FoundPage
      found={found}
      title="Call"
      parent={{ href: links.runs(), label: "Test runs" }}
      problem="The call could not be loaded"
      columns={2}
    >
      {(call) => <CallPage call={call} may={mayWrite(role)} />}
    </FoundPage>
  );
}

type Open = { kind: "queue" } | { kind: "scenario" } | { kind: "fork"; turn: number };

function CallPage({ call, may }: { call: CallRecord; may: boolean }) {
  const [open, setOpen] = useState<Open | null>(null);
  const addToQueue = () => setOpen({ kind: "queue" });
  const makeRow = () => setOpen({ kind: "scenario" });
  const fork = may && isOver(call) ? { onFork: (turn: number) => setOpen({ kind: "fork", turn }) } : {};
  const shortcuts = [
    { keys: "q", description: "Add to a queue", run: addToQueue },
    { keys: "s", description: "Make a scenario row", run: makeRow },
  ];
  useShortcuts("Page", may ? shortcuts : []);
  return (
    <>
      <PageHeader
        title={`Call #${call.number + 1}`}
        status={<LookStatus look={outcomeOf(call)} />}
        description={<Origin call={call} />}
        parent={{ href: links.execution(call.test_execution_id), label: "Execution" }}
        actions={
          may ? (
            <>
              <Button keys="s" onClick={makeRow}>
                Make a scenario row
              </Button>
              <Button keys="q" onClick={addToQueue}>
                Add to a queue
              </Button>
            </>
          ) : null
        }
      />
      <CallViews call={call} isOver={isOver(call)}>
        <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          {call.simulation_call_type === "voice" ? <SpokenCall call={call} /> : <Transcript call={call} {...fork} />}
          <div className="grid content-start gap-8">
            <CallFindings call={call} />
            <Section title="Facts">
              <CallFacts call={call} />
            </Section>
          </div>
        </div>
      </CallViews>
      <Dialogs call={call} open={open} onClose={() => setOpen(null)} />
    </>
  );
}

function Dialogs({ call, open, onClose }: { call: CallRecord; open: Open | null; onClose: () => void }) {
  return (
    <>
      {open?.kind === "fork" ? <ForkDialog call={call} turn={open.turn} onClose={onClose} /> : null}
      <AddToQueue
        what="The call becomes an item"
        sources={{ items: [{ source_type: "call_execution", source_id: call.id }] }}
        open={open?.kind === "queue"}
        onOpenChange={onClose}
      />
      {open?.kind === "scenario" ? (
        <AddToScenario
          source={{ type: "call_execution", id: call.id }}
          agentId={call.agent_definition_used_id}
          onClose={onClose}
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
