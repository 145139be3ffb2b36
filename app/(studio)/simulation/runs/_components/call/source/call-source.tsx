"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import NextLink from "next/link";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Status } from "@/app/_ui/feedback/status";
import { quantity } from "@/app/_ui/figure/numbers";
import { Table } from "@/app/_ui/list/table";
import { Section } from "@/app/_ui/page/section";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { links } from "@/lib/client/links";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import type { ScenarioRowSource } from "@/lib/contracts/simulation/scenario-names";
import { ConversationTurn } from "../conversation-turn";
import { figureRow, type SourceComparison } from "./source-figures";

type Source = NonNullable<SourceComparison["source"]>;

const sources: Record<ScenarioRowSource, { word: string; link: (id: string) => string }> = {
  trace: { word: "Trace", link: (id) => links.trace(id) },
  trace_session: { word: "Session", link: (id) => links.tracedSession(id) },
  call_execution: { word: "Call", link: (id) => links.call(id) },
};

interface Props {
  call: CallRecord;
  found: UseQueryResult<SourceComparison>;
}

/** A call beside the trace, session or call that its row was made from. */
export function CallSource({ call, found }: Props) {
  if (found.isPending) return <TableSkeleton columns={4} rows={6} />;
  if (found.isError)
    return <ErrorState title="The source could not be loaded" error={found.error} onRetry={() => found.refetch()} />;
  const { source, metrics, reason } = found.data;
  if (!source) return <EmptyState title="No source">{reason}</EmptyState>;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <SourceFacts source={source} />
      {source.is_kept ? <Figures call={call} source={source} metrics={metrics} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 sm:grid-cols-2">
        {source.is_kept ? <Conversation title="Source conversation" messages={source.messages} /> : null}
        <Conversation title="This conversation" messages={found.data.call.messages} />
      </div>
    </div>
  );
}

/** Spans store the status in capitals. */
const statusText = (status: string | null): string | null =>
  status && `${status.charAt(0).toUpperCase()}${status.slice(1).toLowerCase()}`;

function SourceFacts({ source }: { source: Source }) {
  const { word, link } = sources[source.type];
  if (!source.is_kept)
    return (
      <div>
        <Status tone="warn" shape="alert" className="font-medium">
          The source {word.toLowerCase()} was deleted
        </Status>
        <p className="text-soft">
          The row was made from it. Retention or a user deleted it, so there is nothing to compare with. Its id was{" "}
          <code className="font-mono text-xs wrap-anywhere">{source.id}</code>.
        </p>
      </div>
    );
  return (
    <DefinitionList
      entries={[
        {
          term: word,
          value: (
            <NextLink href={link(source.id)} className="reach underline underline-offset-2 hover:text-ink">
              {source.name || source.id}
            </NextLink>
          ),
        },
        {
          term: "Began",
          value: source.started_at ? <Time at={source.started_at} /> : <Missing reason="Start time unknown" />,
        },
        ...(source.traces > 0 ? [{ term: "Figures", value: `from ${quantity(source.traces, "trace")}` }] : []),
      ]}
    />
  );
}

const nothing = <Missing reason="Not measured" />;

function Figures({
  call,
  source,
  metrics,
}: Pick<Props, "call"> & Pick<SourceComparison, "metrics"> & { source: Source }) {
  const status = { name: "status", label: "Status", source: statusText(source.status), call: statusText(call.status) };
  const rows = [{ ...status, difference: "" }, ...metrics.map(figureRow)];
  return (
    <Section title="Figures">
      <Table
        caption="Figures of the source and the call"
        rows={rows}
        rowKey={({ name }) => name}
        columns={[
          { key: "figure", header: "Figure", cell: ({ label }) => label },
          { key: "source", header: "Source", align: "right", cell: (row) => row.source ?? nothing },
          { key: "call", header: "This call", align: "right", cell: (row) => row.call ?? nothing },
          {
            key: "difference",
            header: "Difference",
            align: "right",
            cell: ({ difference }) => difference ?? <Missing reason="Not measured in both" />,
          },
        ]}
      />
    </Section>
  );
}

function Conversation({ title, messages }: { title: string; messages: Source["messages"] }) {
  return (
    <Section title={title} className="min-w-0">
      {messages.length === 0 ? (
        <p className="text-soft">No messages.</p>
      ) : (
        <ol className="grid gap-4">
          {messages.map(({ role, content }, index) => (
            <ConversationTurn
              // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id
              key={index}
              who={role === "user" ? "Customer" : "Agent"}
              texts={[content]}
            />
          ))}
        </ol>
      )}
    </Section>
  );
}
