"use client";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Tabs } from "@/app/_ui/page/tabs";
import { oneOf } from "../../../_components/address";
import { DraftBar } from "./draft-bar";
import { GuardrailsTab } from "./guardrails/guardrails-tab";
import { LimitsTab } from "./limits-tab";
import { OtherTab } from "./other-tab";
import type { Presets } from "./providers/presets";
import { ProvidersTab } from "./providers/providers-tab";
import { routesOf } from "./routing/routes";
import { RoutingTab } from "./routing/routing-tab";
import type { Schema } from "./schema";
import { TextTab } from "./text-tab";
import { type ConfigDraft, DraftProvider, useDraft } from "./use-draft";
import { useGoTo } from "./use-go-to";
import { listAt, recordAt } from "./values";
import { VersionsTab } from "./versions-tab";

const names = ["providers", "routing", "guardrails", "limits", "other", "text", "versions"] as const;
type Tab = (typeof names)[number];

/** The number of entries; undefined until it is known. */
const countOf = ({ active }: ConfigDraft, list: object): number | undefined =>
  active === undefined ? undefined : Object.keys(list).length;

const tabsOf = (draft: ConfigDraft): { value: Tab; label: string; count?: number | undefined }[] => [
  { value: "providers", label: "Providers", count: countOf(draft, recordAt(draft.config, ["providers"])) },
  { value: "routing", label: "Routing", count: countOf(draft, routesOf(draft.config)) },
  { value: "guardrails", label: "Guardrails", count: countOf(draft, listAt(draft.config, ["guardrails", "rules"])) },
  { value: "limits", label: "Limits" },
  { value: "other", label: "Cache and log" },
  { value: "text", label: "As text" },
  { value: "versions", label: "Versions" },
];

interface Props {
  organizationId: string;
  /** The JSON Schema of configurations. */
  schema: Schema;
  presets: Presets;
}

/** The organization's configuration: forms and its text change one draft, which is saved as a version. */
export function ConfigurationScreen({ organizationId, schema, presets }: Props) {
  const { get, set } = useAddress();
  const tab: Tab = oneOf(names, get("tab")) ?? "providers";
  const draft = useDraft(organizationId, schema);
  const [reviewing, setReviewing] = useState(false);
  const goTo = useGoTo(draft);
  const version = draft.active?.version;
  const form = {
    providers: <ProvidersTab organizationId={organizationId} presets={presets} />,
    routing: <RoutingTab organizationId={organizationId} />,
    guardrails: <GuardrailsTab />,
    limits: <LimitsTab />,
    other: <OtherTab />,
  };
  return (
    <DraftProvider value={draft}>
      <PageHeader
        title="Configuration"
        status={
          version === undefined ? null : version === 0 ? (
            <Status shape="ring">None yet</Status>
          ) : (
            <Status tone="good" shape="check">
              Version {version} active
            </Status>
          )
        }
        description="The settings for your organization's requests. Each change creates a new version; all versions are kept."
      />
      <Tabs
        label="Configuration"
        tabs={tabsOf(draft)}
        value={tab}
        onChange={(next) =>
          set({ tab: next === "providers" ? null : next, entry: null, version: null, compare: null, after: null })
        }
      >
        {tab === "versions" ? (
          <VersionsTab organizationId={organizationId} />
        ) : draft.active === undefined ? (
          draft.current.isError ? (
            <ErrorState
              title="The configuration could not be loaded"
              error={draft.current.error}
              onRetry={() => draft.current.refetch()}
            />
          ) : (
            <TableSkeleton columns={2} rows={5} />
          )
        ) : tab === "text" ? (
          <TextTab />
        ) : draft.unread !== null ? (
          <p className="text-soft">
            The draft's text cannot be parsed, so the forms cannot show it. Fix it on the tab “As text”, or discard the
            changes.
          </p>
        ) : (
          form[tab]
        )}
      </Tabs>
      <DraftBar
        organizationId={organizationId}
        reviewing={reviewing}
        onReviewing={setReviewing}
        onGoTo={(field) => {
          setReviewing(false);
          goTo(field);
        }}
      />
    </DraftProvider>
  );
}
