import { DefinitionList } from "@/app/_ui/definition-list";
import { Missing } from "@/app/_ui/missing";
import { Time } from "@/app/_ui/time";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";

const traced = { full: "With what was said", metadata: "Without what was said", off: "Not at all" };

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

/** What is set of the key. */
export function KeyFacts({ gatewayKey: key }: { gatewayKey: GatewayKey }) {
  return (
    <section className="min-w-0">
      <h2 className="mb-2 text-base font-medium">Settings</h2>
      <DefinitionList
        entries={[
          { term: "Type", value: key.key_type === "managed" ? "Managed: pays from credits" : "Free: no credits" },
          { term: "Owner", value: key.owner ?? <Missing reason="The key has no owner" /> },
          { term: "Models", value: listed(key.allowed_models, "All") },
          { term: "Providers", value: listed(key.allowed_providers, "All") },
          { term: "Addresses", value: listed(key.allowed_ips, "From everywhere") },
          { term: "Traced", value: key.tracing ? traced[key.tracing] : "As the organization says" },
          { term: "Created", value: <Time at={key.created_at} /> },
          { term: "Changed", value: <Time at={key.updated_at} /> },
          { term: "Expires", value: moment(key.expires_at, "The key does not expire") },
          ...(key.grace_ends_at ? [{ term: "Text before ends", value: <Time at={key.grace_ends_at} /> }] : []),
          ...(key.revoked_at ? [{ term: "Revoked", value: <Time at={key.revoked_at} /> }] : []),
        ]}
      />
    </section>
  );
}
