import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { RowLink } from "@/app/_ui/list/row-link";
import { Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { GatewayModels } from "@/lib/contracts/gateway/catalogue";
import type { Config } from "../config-text";
import { removeColumn } from "../remove-column";
import { labelFor } from "../words";
import { addressOf, formatOf, type Presets } from "./presets";

interface Row {
  name: string;
  settings: Config;
}

interface Props {
  providers: readonly Row[];
  presets: Presets;
  /** The active providers with their status; undefined until loaded. */
  live: GatewayModels | undefined;
  onRemove: (name: string) => void;
}

export function ProviderList({ providers, presets, live, onRemove }: Props) {
  if (providers.length === 0) {
    return (
      <EmptyState title="No providers of your own">
        Requests go to the gateway's providers, if its operator has set any, and to the sandbox, which needs no key.
      </EmptyState>
    );
  }
  return (
    <Table
      caption="Providers"
      rows={providers}
      rowKey={({ name }) => name}
      columns={[
        {
          key: "name",
          header: "Name",
          cell: ({ name, settings }) => (
            <span className="grid max-w-72">
              <RowLink href={`${links.gatewayConfiguration()}?tab=providers&entry=${encodeURIComponent(name)}`}>
                {name}
              </RowLink>
              <code className="truncate font-mono text-xs text-faint">{addressOf(presets, name, settings)}</code>
            </span>
          ),
        },
        {
          key: "format",
          header: "API format",
          wide: true,
          cell: ({ name, settings }) => labelFor(formatOf(presets, name, settings)),
        },
        {
          key: "models",
          header: "Models",
          wide: true,
          cell: ({ settings }) => <Models settings={settings} />,
        },
        { key: "state", header: "State", cell: ({ name }) => <State name={name} live={live} /> },
        removeColumn(onRemove),
      ]}
    />
  );
}

const SHOWN = 3;

function Models({ settings }: { settings: Config }) {
  const models = Array.isArray(settings.models) ? settings.models.map(String) : [];
  if (models.length === 0) return <Missing reason="No listed models: requests use provider/model" />;
  return (
    <span className="font-mono text-xs wrap-anywhere">
      {models.slice(0, SHOWN).join(", ")}
      {models.length > SHOWN ? ` and ${models.length - SHOWN} more` : ""}
    </span>
  );
}

/** The active provider's status: whether the circuit breaker of one of its targets is open. */
function State({ name, live }: { name: string; live: GatewayModels | undefined }) {
  if (!live) return <Missing reason="Not loaded yet" />;
  const isLive = live.providers.some((provider) => provider.owner === "organization" && provider.name === name);
  if (!isLive) return <Status shape="ring">Not saved yet</Status>;
  const targets = live.models.flatMap((model) => model.targets).filter((target) => target.provider === name);
  const until = targets
    .flatMap(({ open_until }) => open_until ?? [])
    .sort()
    .at(-1);
  if (!until) {
    return (
      <Status tone="good" shape="check">
        Active
      </Status>
    );
  }
  return (
    <Status tone="warn" shape="pause">
      Failing: circuit open until <Time at={until} />
    </Status>
  );
}
