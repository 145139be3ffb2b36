"use client";
import { useQuery } from "@tanstack/react-query";
import { gatewayModelsQuery } from "@/lib/client/gateway";
import { isRecord } from "@/lib/records";
import { useConfigDraft } from "../use-draft";
import { useEntry } from "../use-entry";
import { freeName, recordAt } from "../values";
import { AddProvider } from "./add-provider";
import type { Presets } from "./presets";
import { ProviderForm } from "./provider-form";
import { ProviderList } from "./provider-list";

const REFRESH_MS = 10_000;
const PROVIDERS = ["providers"] as const;

/** The organization's own providers: the list, or the form of one. */
export function ProvidersTab({ organizationId, presets }: { organizationId: string; presets: Presets }) {
  const draft = useConfigDraft();
  const providers = recordAt(draft.config, PROVIDERS);
  const live = useQuery({ ...gatewayModelsQuery(organizationId), refetchInterval: REFRESH_MS });
  const { entry, open, follow } = useEntry(providers);
  if (entry !== null) {
    return <ProviderForm name={entry} presets={presets} onBack={() => open(null)} onFollow={follow} />;
  }
  const add = (kind: string | null) => {
    const name = freeName(providers, kind ?? "my-provider");
    const known = kind !== null && name !== kind ? presets[kind] : undefined;
    // Presets are found by name, so under another name their values are stored.
    const settings = known
      ? { api_format: known.format, ...(known.baseUrl ? { base_url: known.baseUrl } : {}) }
      : { ...(kind === null ? { api_format: "openai" } : {}) };
    draft.set([...PROVIDERS, name], settings);
    open(name);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-soft">
          Your own providers take precedence over the gateway's of the same name. Requests name their models as{" "}
          <code className="font-mono text-xs">provider/model</code>.
        </p>
        <AddProvider presets={presets} onAdd={add} />
      </div>
      <ProviderList
        providers={Object.entries(providers).map(([name, settings]) => ({
          name,
          settings: isRecord(settings) ? settings : {},
        }))}
        presets={presets}
        live={live.data}
        onRemove={(name) => draft.set([...PROVIDERS, name], undefined)}
      />
    </div>
  );
}
