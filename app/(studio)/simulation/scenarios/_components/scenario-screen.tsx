"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { ActionsMenu } from "@/app/_ui/actions-menu";
import { Button } from "@/app/_ui/button";
import { ConfirmDialog } from "@/app/_ui/confirm-dialog";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Tabs } from "@/app/_ui/tabs";
import { useLastLook } from "@/app/(studio)/_components/last-look";
import { personQuery } from "@/lib/client/account";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import {
  deleteScenario,
  scenarioChecksQuery,
  scenarioKeys,
  scenarioProgressQuery,
  scenarioQuery,
  WRITING_MS,
} from "@/lib/client/scenarios";
import { AddRowsDialog } from "./add-rows-dialog";
import { findingsFor, type View, views } from "./findings";
import { GraphView } from "./graph/graph-view";
import { isBeingWritten } from "./is-being-written";
import { PromptView } from "./prompt-view";
import { RowsView } from "./rows-view";
import { ScenarioStatus } from "./scenario-status";
import { WritingProgress } from "./writing-progress";

const labels: Record<View, string> = { rows: "Rows", graph: "Graph", prompt: "Prompt" };

export function ScenarioScreen({ scenarioId }: { scenarioId: string }) {
  const { get, set } = useAddress();
  const router = useRouter();
  const [dialog, setDialog] = useState<"rows" | "delete" | null>(null);
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
  const checks = useQuery({
    ...scenarioChecksQuery(scenarioId),
    refetchInterval: isWriting ? WRITING_MS : false,
  });
  const may = mayWrite(useQuery(personQuery()).data?.organization_role);
  const remove = useMutation(deleteScenario);
  const view = views.find((known) => known === get("view")) ?? "rows";
  const hasRows = may && scenario.data?.dataset_id != null;
  useShortcuts("Page", hasRows ? [{ keys: "a", description: "Add rows", run: () => setDialog("rows") }] : []);
  if (scenario.isError)
    return (
      <ErrorState title="The scenario could not be loaded" error={scenario.error} onRetry={() => scenario.refetch()} />
    );
  if (scenario.isPending) return <TableSkeleton columns={4} rows={8} />;
  const { data } = scenario;
  const findings = checks.data?.findings ?? [];
  return (
    <>
      <PageHeader
        parent={{ href: links.scenarios(), label: "Scenarios" }}
        title={data.name}
        status={<ScenarioStatus status={data.status} />}
        description={data.description || (data.status === "Processing" ? null : data.source)}
        actions={
          may ? (
            <>
              <ActionsMenu
                of="the scenario"
                groups={[[{ label: "Delete scenario…", danger: true, onSelect: () => setDialog("delete") }]]}
              />
              {hasRows ? (
                <Button look="primary" keys="a" onClick={() => setDialog("rows")}>
                  Add rows
                </Button>
              ) : null}
            </>
          ) : null
        }
      />
      {progress.data ? <WritingProgress progress={progress.data} mayRetry={may} /> : null}
      <Tabs
        label="Views of the scenario"
        value={view}
        onChange={(next) => set({ view: next === "rows" ? null : next, page: null })}
        tabs={views.map((value) => ({
          value,
          label: labels[value],
          count: value === "rows" ? data.dataset_rows : undefined,
        }))}
      >
        {view === "rows" ? (
          <RowsView scenario={data} findings={findingsFor(findings, "rows")} mayChange={may} isWriting={isWriting} />
        ) : view === "graph" ? (
          <GraphView scenario={data} mayChange={may} />
        ) : (
          <PromptView scenario={data} findings={findingsFor(findings, "prompt")} mayChange={may} />
        )}
      </Tabs>
      {dialog === "rows" ? <AddRowsDialog scenario={data} onClose={() => setDialog(null)} /> : null}
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={(open) => !open && setDialog(null)}
        title={`Delete “${data.name}”?`}
        action="Delete scenario"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate({ scenario_id: scenarioId }, { onSuccess: () => router.push(links.scenarios()) })
        }
      >
        This deletes its graph and stops the generation of rows. Existing rows stay in the dataset, and runs keep their
        pinned rows.
      </ConfirmDialog>
    </>
  );
}
