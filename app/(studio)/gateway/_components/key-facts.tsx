import { Missing } from "@/app/_ui/feedback/missing";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";

const tracingLabels = { full: "With messages", metadata: "Metadata only", off: "Off" };

const listed = (values: readonly string[], all: string) =>
  values.length === 0 ? (
    all
  ) : (
    <ul className="grid gap-1 font-mono text-xs">
      {values.map((value) => (
        <li key={value}>{value}</li>
      ))}
    </ul>
  );

const moment = (at: string | null, reason: string) => (at ? <Time at={at} /> : <Missing reason={reason} />);

/** The key's settings. */
export function KeyFacts({ gatewayKey: key }: { gatewayKey: GatewayKey }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-base font-medium">Settings</h2>
      <DefinitionList
        entries={[
          { term: "Type", value: key.key_type === "managed" ? "Managed (uses credits)" : "Without credits" },
          { term: "Owner", value: key.owner ?? <Missing reason="The key has no owner" /> },
          { term: "Models", value: listed(key.allowed_models, "All") },
          { term: "Providers", value: listed(key.allowed_providers, "All") },
          ...(key.metadata.refuse_unpriced === "true" ? [{ term: "Without a price", value: "Refused" }] : []),
          { term: "IP addresses", value: listed(key.allowed_ips, "All") },
          { term: "Tracing", value: key.tracing ? tracingLabels[key.tracing] : "As set for the organization" },
          { term: "Created", value: <Time at={key.created_at} /> },
          { term: "Changed", value: <Time at={key.updated_at} /> },
          { term: "Expires", value: moment(key.expires_at, "The key does not expire") },
          ...(key.grace_ends_at ? [{ term: "Old key expires", value: <Time at={key.grace_ends_at} /> }] : []),
          ...(key.paused_at ? [{ term: "Paused", value: <Time at={key.paused_at} /> }] : []),
          ...(key.revoked_at ? [{ term: "Revoked", value: <Time at={key.revoked_at} /> }] : []),
        ]}
      />
    </section>
  );
}
