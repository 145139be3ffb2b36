import { Missing } from "@/app/_ui/feedback/missing";
import { Table } from "@/app/_ui/list/table";
import { Badge } from "@/app/_ui/text/badge";
import type { GatewayModels } from "@/lib/contracts/gateway/catalogue";

type Provider = GatewayModels["providers"][number];

const owners = { organization: "Organization", gateway: "Gateway", sandbox: "Built in" };

export function ProviderTable({ providers }: { providers: readonly Provider[] }) {
  return (
    <Table
      caption="Providers"
      rows={providers}
      rowKey={({ name, owner }) => `${owner} ${name}`}
      columns={[
        {
          key: "name",
          header: "Name",
          cell: ({ name, base_url }) => (
            <span className="grid max-w-72">
              <span className="font-medium">{name}</span>
              {base_url ? <code className="truncate font-mono text-xs text-faint">{base_url}</code> : null}
            </span>
          ),
        },
        { key: "owner", header: "Owner", width: "w-32", cell: ({ owner }) => <Badge>{owners[owner]}</Badge> },
        { key: "format", header: "API format", width: "w-28", wide: true, cell: ({ format }) => format },
        {
          key: "models",
          header: "Listed models",
          align: "right",
          width: "w-28",
          cell: ({ models }) => models.length.toLocaleString("en"),
        },
        {
          key: "timeout",
          header: "Timeout",
          align: "right",
          width: "w-24",
          wide: true,
          cell: ({ timeout_seconds: seconds }) =>
            seconds ? `${seconds} s` : <Missing reason="Gateway default: 60 s until the answer begins" />,
        },
        {
          key: "room",
          header: "Concurrency",
          align: "right",
          width: "w-24",
          wide: true,
          cell: ({ max_concurrent: maxConcurrent }) =>
            maxConcurrent ? maxConcurrent.toLocaleString("en") : <Missing reason="Unlimited requests" />,
        },
      ]}
    />
  );
}
