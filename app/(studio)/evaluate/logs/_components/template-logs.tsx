"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { Pager } from "@/app/_ui/list/pager";
import { type Column, Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import { LOG_ROWS, logTableQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import { PastEnd } from "../../../_components/past-end";
import { Verdict } from "../../_components/verdict";
import { columnsOf } from "./log-columns";
import { isFiltered, type LogFilter, logQueryOf } from "./log-filter";
import { LogFilters } from "./log-filters";
import { LogLink } from "./log-link";
import { inputNames, type LogRow, type LogTable, rowsOf } from "./log-row";

interface Props {
  template: { id: string; name: string };
  filter: LogFilter;
  openId: string | undefined;
  onOpen: (id: string) => void;
  onChange: (changes: Record<string, string | null>, keepsBack?: boolean) => void;
}

/** One template's runs with inputs and results. */
export function TemplateLogs({ template, filter, openId, onOpen, onChange }: Props) {
  const query = logQueryOf(template.id, template.name, filter);
  const found = useQuery({ ...logTableQuery(query), placeholderData: keepPreviousData });
  return (
    <>
      <LogFilters
        filter={filter}
        sources={found.data?.facets?.source?.flatMap(({ value }) => value ?? []) ?? []}
        onChange={onChange}
      />
      <Loaded found={found} problem="The runs could not be loaded" skeleton={<TableSkeleton columns={5} />}>
        {(logs) =>
          logs.table.length > 0 ? (
            <>
              <Table
                caption={`Runs of ${template.name}`}
                columns={[
                  verdictColumn(template.id, openId, onOpen),
                  ...columnsOf(inputNames(logs), filter.hasFeedback),
                ]}
                rows={rowsOf(logs)}
                rowKey={({ id }) => id}
                stale={found.isPlaceholderData}
              />
              <Pager
                noun="runs"
                page={filter.page}
                limit={LOG_ROWS}
                count={logs.metadata.total_rows}
                isEstimated={logs.metadata.is_estimated}
                onPage={(page) => onChange({ page: String(page) })}
              />
              {logs.metadata.searched_since ? (
                <p className="mt-2 flex flex-wrap items-center gap-2 text-soft">
                  <Searched logs={logs} /> <Older logs={logs} onChange={onChange} />
                </p>
              ) : null}
            </>
          ) : logs.metadata.total_rows > 0 ? (
            <PastEnd onFirst={() => onChange({})} />
          ) : (
            <NoRuns template={template} filter={filter} logs={logs} onChange={onChange} />
          )
        }
      </Loaded>
    </>
  );
}

const verdictColumn = (template: string, openId: string | undefined, onOpen: Props["onOpen"]): Column<LogRow> => ({
  key: "verdict",
  header: "Verdict",
  width: "sm:w-40",
  cell: ({ id, outcome, output }) => (
    <LogLink id={id} template={template} isOpen={id === openId} onOpen={onOpen}>
      <Verdict outcome={outcome} output={output} />
    </LogLink>
  ),
});

interface SearchedProps {
  logs: LogTable;
  onChange: Props["onChange"];
}

/** How far back a search has looked; nothing if it has looked through all runs. */
const Searched = ({ logs }: { logs: LogTable }) =>
  logs.metadata.searched_since ? (
    <span>
      Looked through the newest runs, back to <Time at={logs.metadata.searched_since} />.
    </span>
  ) : null;

function Older({ logs, onChange }: SearchedProps) {
  const since = logs.metadata.searched_since;
  return since ? <Button onClick={() => onChange({ until: since })}>Search older runs</Button> : null;
}

function NoRuns({ template, filter, logs, onChange }: SearchedProps & Pick<Props, "template" | "filter">) {
  if (!isFiltered(filter))
    return (
      <EmptyState
        title={`${template.name} has not run yet`}
        action={<LinkButton href={links.playground({ template: template.id })}>Try it</LinkButton>}
      >
        Runs from the playground or the API appear here within moments.
      </EmptyState>
    );
  const all = { search: null, verdict: null, source: null, said: null, until: null };
  return (
    <EmptyState
      title="No run matches"
      action={
        <>
          <Older logs={logs} onChange={onChange} />
          <Button onClick={() => onChange(all)}>Show all runs</Button>
        </>
      }
    >
      {logs.metadata.searched_since ? <Searched logs={logs} /> : "The search covers inputs and verdicts."}
    </EmptyState>
  );
}
