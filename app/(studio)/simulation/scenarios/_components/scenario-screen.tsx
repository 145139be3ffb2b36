"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Tabs } from "@/app/_ui/page/tabs";
import { oneOf } from "@/app/(studio)/_components/address";
import { DeleteAction } from "@/app/(studio)/_components/delete-action";
import { useLastLook } from "@/app/(studio)/_components/last-look";
import { links } from "@/lib/client/links";
import {
  deleteScenario,
  scenarioChecksQuery,
  scenarioKeys,
  scenarioProgressQuery,
  scenarioQuery,
  WRITING_MS,
} from "@/lib/client/scenarios";
import type { ScenarioDetail } from "@/lib/contracts/simulation/scenarios";
import { AddRowsDialog } from "./add-rows-dialog";
import { findingsFor, type View, views } from "./findings";
import { GraphView } from "./graph/graph-view";
import { isBeingWritten } from "./is-being-written";
import { PromptView } from "./prompt-view";
import { RowsView } from "./rows-view";
import { RulesNote } from "./rules-note";
import { ScenarioStatus } from "./scenario-status";
import { WritingProgress } from "./writing-progress";

const labels: Record<View, string> = { rows: "Rows", graph: "Graph", prompt: "Prompt" };

export function ScenarioScreen({ scenarioId }: { scenarioId: string }) {
  const progress = useQuery({
    ...scenarioProgressQuery(scenarioId),
    refetchInterval: ({ state }) => (state.data?.is_writing ? WRITING_MS : false),
  });
  const scenario = useQuery({
    ...scenarioQuery(scenarioId),
    refetchInterval: ({ state }) => (isBeingWritten(state.data, progress.data) ? WRITING_MS : false),
  });
  const isWriting = isBeingWritten(scenario.data, progress.data);
  useLastLook(isWriting, scenarioKeys);
  const may = useMayWrite();
  return (
    <Loaded
      found={scenario}
      problem="The scenario could not be loaded"
      skeleton={<TableSkeleton columns={4} rows={8} />}
    >
      {(data) => (
        <>
          <PageHeader
            parent={{ href: links.scenarios(), label: "Scenarios" }}
            title={data.name}
            status={<ScenarioStatus status={data.status} />}
            description={data.description || (data.status === "Processing" ? null : data.source)}
            actions={may ? <Actions scenario={data} /> : null}
          />
          {progress.data ? <RulesNote progress={progress.data} /> : null}
          {progress.data ? <WritingProgress progress={progress.data} mayRetry={may} /> : null}
          <Views scenario={data} may={may} isWriting={isWriting} />
        </>
      )}
    </Loaded>
  );
}

function Actions({ scenario }: { scenario: ScenarioDetail }) {
  const [isAdding, setAdding] = useState(false);
  const hasRows = scenario.dataset_id !== null;
  useShortcuts("Page", hasRows ? [{ keys: "a", description: "Add rows", run: () => setAdding(true) }] : []);
  return (
    <>
      <DeleteAction
        noun="scenario"
        title={`Delete “${scenario.name}”?`}
        remove={deleteScenario}
        input={{ scenario_id: scenario.id }}
        next={links.scenarios()}
      >
        This deletes its graph and stops the generation of rows. Existing rows stay in the dataset, and runs keep their
        pinned rows.
      </DeleteAction>
      {scenario.status === "Completed" ? <LinkButton href={links.newRun(scenario.id)}>Run it</LinkButton> : null}
      {hasRows ? (
        <Button look="primary" keys="a" onClick={() => setAdding(true)}>
          Add rows
        </Button>
      ) : null}
      {isAdding ? <AddRowsDialog scenario={scenario} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function Views({ scenario, may, isWriting }: { scenario: ScenarioDetail; may: boolean; isWriting: boolean }) {
  const { get, set } = useAddress();
  const view = oneOf(views, get("view")) ?? "rows";
  const checks = useQuery({
    ...scenarioChecksQuery(scenario.id),
    refetchInterval: isWriting ? WRITING_MS : false,
  });
  const findings = findingsFor(checks.data?.findings ?? [], view);
  return (
    <Tabs
      label="Views of the scenario"
      value={view}
      onChange={(next) => set({ view: next === "rows" ? null : next, page: null })}
      tabs={views.map((value) => ({
        value,
        label: labels[value],
        count: value === "rows" ? scenario.dataset_rows : undefined,
      }))}
    >
      {view === "rows" ? (
        <RowsView scenario={scenario} findings={findings} mayChange={may} isWriting={isWriting} />
      ) : view === "graph" ? (
        <GraphView scenario={scenario} mayChange={may} />
      ) : (
        <PromptView scenario={scenario} findings={findings} mayChange={may} />
      )}
    </Tabs>
  );
}
