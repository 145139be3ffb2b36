"use client";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Tabs } from "@/app/_ui/page/tabs";
import { oneOf } from "@/app/(studio)/_components/address";
import { useLastLook } from "@/app/(studio)/_components/last-look";
import { callLooks, callSourceQuery } from "@/lib/client/runs";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { readGraph } from "@/lib/simulation/scenarios/rules/graph";
import { CallEvents } from "./call-events";
import { CallPathView } from "./path/call-path";
import { CallSource } from "./source/call-source";

const views = ["conversation", "path", "source", "events"] as const;
type View = (typeof views)[number];
const labels: Record<View, string> = { conversation: "Conversation", path: "Path", source: "Source", events: "Events" };

interface Props {
  call: CallRecord;
  isOver: boolean;
  /** The conversation and its findings. */
  children: ReactNode;
}

/** The views of a call. Path and source appear only if the call has them. */
export function CallViews({ call, isOver, children }: Props) {
  const { get, set } = useAddress();
  const requested = oneOf(views, get("view"));
  const source = useQuery({ ...callSourceQuery(call.id), enabled: call.row_id !== null });
  useLastLook(!isOver, callLooks);
  const has: Record<View, boolean> = {
    conversation: true,
    path: readGraph(call.scenario_graph).graph.nodes.length > 0,
    // Until the source is loaded, show the tab only if the address requests it.
    source:
      call.row_id !== null && (source.data ? source.data.source !== null : source.isError || requested === "source"),
    events: true,
  };
  const view = requested && has[requested] ? requested : "conversation";
  // A link to a turn also moves the keyboard focus to it.
  useEffect(() => {
    if (view === "conversation") document.getElementById(window.location.hash.slice(1))?.focus();
  }, [view]);
  return (
    <Tabs
      label="Views of the call"
      value={view}
      onChange={(next) => set({ view: next === "conversation" ? null : next, page: null, kind: null, level: null })}
      tabs={views.filter((one) => has[one]).map((value) => ({ value, label: labels[value] }))}
    >
      {view === "conversation" ? (
        children
      ) : view === "path" ? (
        <CallPathView call={call} isOver={isOver} />
      ) : view === "source" ? (
        <CallSource call={call} found={source} />
      ) : (
        <CallEvents callId={call.id} isOver={isOver} />
      )}
    </Tabs>
  );
}
