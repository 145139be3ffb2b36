"use client";
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
import { type ConfigDraft, DraftProvider, useConfigDraft, useDraft } from "./use-draft";
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
  return (
    <DraftProvider value={draft}>
      <PageHeader
        title="Configuration"
        status={<ActiveVersion version={draft.active?.version} />}
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
        ) : (
          <DraftTab tab={tab} organizationId={organizationId} presets={presets} />
        )}
      </Tabs>
      <DraftBar organizationId={organizationId} />
    </DraftProvider>
  );
}

function ActiveVersion({ version }: { version: number | undefined }) {
  if (version === undefined) return null;
  if (version === 0) return <Status shape="ring">None yet</Status>;
  return (
    <Status tone="good" shape="check">
      Version {version} active
    </Status>
  );
}

/** A form of the draft, or its text. */
function DraftTab({ tab, organizationId, presets }: Omit<Props, "schema"> & { tab: Exclude<Tab, "versions"> }) {
  const { active, current, unread } = useConfigDraft();
  const form = {
    providers: <ProvidersTab organizationId={organizationId} presets={presets} />,
    routing: <RoutingTab organizationId={organizationId} />,
    guardrails: <GuardrailsTab />,
    limits: <LimitsTab />,
    other: <OtherTab />,
    text: <TextTab />,
  };
  if (active === undefined) {
    return current.isError ? (
      <ErrorState
        title="The configuration could not be loaded"
        error={current.error}
        onRetry={() => current.refetch()}
      />
    ) : (
      <TableSkeleton columns={2} rows={5} />
    );
  }
  if (unread === null || tab === "text") return form[tab];
  return (
    <p className="text-soft">
      The draft's text cannot be parsed, so the forms cannot show it. Fix it on the tab “As text”, or discard the
      changes.
    </p>
  );
}
