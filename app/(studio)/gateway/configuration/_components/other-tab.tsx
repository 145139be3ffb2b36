"use client";
import { Switch } from "@/app/_ui/control/switch";
import { ConfigField, ConfigFields } from "./fields/config-field";
import { FieldGroup } from "./fields/field-group";
import { schemaAt } from "./schema";
import { useConfigDraft } from "./use-draft";
import { recordAt, valueAt } from "./values";

const CACHE = ["cache"] as const;
const ENABLED = [...CACHE, "enabled"] as const;

/** Settings of the cache, traces and the request log. */
export function OtherTab() {
  const { config, schema, set } = useConfigDraft();
  const isCached = valueAt(config, CACHE) !== undefined && recordAt(config, CACHE).enabled !== false;
  const cacheSchema = schemaAt(schema, config, ENABLED);
  const hasPrices = valueAt(config, ["pricing"]) !== undefined;
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
      <FieldGroup title="Cache">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
          <Switch
            label={cacheSchema?.title ?? ""}
            hint={`${cacheSchema?.description}.`}
            checked={isCached}
            onChange={(next) => set(CACHE, next ? { ...recordAt(config, CACHE), enabled: true } : undefined)}
          />
          {isCached ? <ConfigField path={[...CACHE, "ttl"]} /> : null}
        </div>
      </FieldGroup>
      <FieldGroup title="Traces and log">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
            <ConfigField path={["tracing"]} />
          </div>
          <ConfigFields path={["retention"]} />
        </div>
      </FieldGroup>
      {hasPrices ? (
        <p className="text-soft">
          The gateway's operator has set model prices for you. You can see them on the tab “As text”.
        </p>
      ) : null}
    </div>
  );
}
