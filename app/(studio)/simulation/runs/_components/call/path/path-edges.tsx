import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { Table } from "@/app/_ui/list/table";
import { Section } from "@/app/_ui/page/section";
import { shareOf } from "./path-list";
import type { CallPath } from "./path-steps";

type Edge = CallPath["edges"][number];

/** The graph's edges with their conditions, and how many calls took each. */
export function EdgeTable({ path }: { path: CallPath }) {
  if (path.edges.length === 0) return null;
  const rows = path.edges.map((edge, index) => ({ ...edge, index }));
  return (
    <Section title="Edges">
      <Table
        caption="Edges of the graph"
        rows={rows}
        rowKey={({ index }) => String(index)}
        columns={[
          {
            key: "edge",
            header: "Edge",
            cell: ({ from, to, condition }) => (
              <span className="grid wrap-anywhere">
                {from} → {to}
                <span className="text-xs text-faint sm:hidden">{condition}</span>
              </span>
            ),
          },
          {
            key: "condition",
            header: "Taken when",
            wide: true,
            cell: ({ condition }) => condition || <Missing reason="No condition" />,
          },
          { key: "walked", header: "This call", width: "w-32", cell: Walked },
          {
            key: "share",
            header: "Calls",
            align: "right",
            cell: (edge) => shareOf(edge, path) ?? <Missing reason="No finished calls in this execution yet" />,
          },
        ]}
      />
    </Section>
  );
}

function Walked({ walked, expected }: Edge) {
  if (walked)
    return (
      <Status tone={expected ? "good" : "neutral"} shape="check">
        Walked
      </Status>
    );
  if (expected)
    return (
      <Status tone="warn" shape="alert">
        Expected
      </Status>
    );
  return <Missing reason="Not expected and not walked" />;
}
