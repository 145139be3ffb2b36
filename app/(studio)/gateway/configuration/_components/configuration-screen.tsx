"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Tabs } from "@/app/_ui/tabs";
import { isStatus } from "@/lib/client/call-error";
import { gatewayConfigQuery } from "@/lib/client/gateway";
import { oneOf } from "../../../_components/address";
import { ConfigEditor } from "./config-editor";
import { ConfigView } from "./config-view";
import { LimitsForm } from "./limits-form";
import { VersionsTab } from "./versions-tab";

const tabs = [
  { value: "text", label: "In force" },
  { value: "limits", label: "Limits" },
  { value: "versions", label: "Versions" },
] as const;
type Tab = (typeof tabs)[number]["value"];

export function ConfigurationScreen({ organizationId }: { organizationId: string }) {
  const { get, set } = useAddress();
  const tab: Tab = oneOf(["text", "limits", "versions"] as const, get("tab")) ?? "text";
  const [isEditing, setEditing] = useState(false);
  const current = useQuery(gatewayConfigQuery(organizationId));
  const isUnset = isStatus(current.error, 404);
  const config = isUnset ? {} : current.data?.config;
  const edit = () => setEditing(true);
  useShortcuts(
    "Page",
    tab === "text" && config && !isEditing ? [{ keys: "e", description: "Edit the configuration", run: edit }] : [],
  );
  return (
    <>
      <PageHeader
        title="Configuration"
        description="What holds for your organization's requests. Each change is a new version, and none is lost."
      />
      <Tabs
        label="Configuration"
        tabs={tabs}
        value={tab}
        onChange={(next) => set({ tab: next === "text" ? null : next, version: null, compare: null, after: null })}
      >
        {tab === "versions" ? (
          <VersionsTab organizationId={organizationId} />
        ) : current.isPending ? (
          <TableSkeleton columns={2} rows={5} />
        ) : !config ? (
          <ErrorState
            title="The configuration could not be loaded"
            error={current.error}
            onRetry={() => current.refetch()}
          />
        ) : tab === "limits" ? (
          <LimitsForm key={current.data?.version ?? 0} organizationId={organizationId} config={config} />
        ) : isEditing ? (
          <ConfigEditor organizationId={organizationId} config={config} onClose={() => setEditing(false)} />
        ) : isUnset ? (
          <EmptyState
            title="Nothing is configured yet"
            action={
              <Button look="primary" keys="e" onClick={edit}>
                Write the first version
              </Button>
            }
          >
            Your requests go to the gateway's providers, within its limits. Here you add providers of your own, names
            for models, routing, guardrails, limits and budgets.
          </EmptyState>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-soft">Version {current.data?.version}. Secrets are masked.</p>
              <Button look="primary" keys="e" onClick={edit}>
                Edit
              </Button>
            </div>
            <ConfigView config={config} />
          </div>
        )}
      </Tabs>
    </>
  );
}
