"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "@/app/_ui/button";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { LinkButton } from "@/app/_ui/link-button";
import { Missing } from "@/app/_ui/missing";
import { Pager } from "@/app/_ui/pager";
import { SearchInput } from "@/app/_ui/search-input";
import { Select } from "@/app/_ui/select";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { type Column, Table } from "@/app/_ui/table";
import { Time } from "@/app/_ui/time";
import { LOG_ROWS, logTableQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import { PastEnd } from "../../../_components/past-end";
import { Verdict } from "../../_components/verdict";
import { sourceText } from "../../_components/words";
import { isFiltered, type LogFilter, logQueryOf } from "./log-filter";
import { LogLink } from "./log-link";
import { inputNames, type LogRow, rowsOf } from "./log-row";

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
  const sources = found.data?.facets?.source?.flatMap(({ value }) => value ?? []) ?? [];
  const shown = [...new Set([...(filter.source === "all" ? [] : [filter.source]), ...sources])];
  const since = found.data?.metadata.searched_since;
  const searched = since ? (
    <span>
      Looked through the newest runs, back to <Time at={since} />.
    </span>
  ) : null;
  const older = since ? <Button onClick={() => onChange({ until: since })}>Search older runs</Button> : null;
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <SearchInput
          label="Search inputs and verdicts"
          value={filter.search}
          onChange={(search) => onChange({ search, until: null }, false)}
        />
        <Select
          aria-label="Verdict"
          className="w-40!"
          value={filter.verdict}
          options={verdictOptions}
          onChange={(verdict) => onChange({ verdict: verdict === "all" ? null : verdict, until: null })}
        />
        <Select
          aria-label="Source"
          className="w-40!"
          value={filter.source}
          options={[
            { value: "all", label: "All sources" },
            ...shown.map((source) => ({ value: source, label: sourceText(source) })),
          ]}
          onChange={(source) => onChange({ source: source === "all" ? null : source, until: null })}
        />
        <Select
          aria-label="Feedback"
          className="w-40!"
          value={filter.said ? "said" : "all"}
          options={saidOptions}
          onChange={(feedback) => onChange({ said: feedback === "all" ? null : "1", until: null })}
        />
        <Select
          aria-label="Order"
          className="w-36!"
          value={filter.sort}
          options={sortOptions}
          onChange={(sort) => onChange({ sort: sort === "newest" ? null : sort })}
        />
      </div>
      {found.isPending ? (
        <TableSkeleton columns={5} />
      ) : found.isError ? (
        <ErrorState title="The runs could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      ) : found.data.table.length > 0 ? (
        <>
          <Table
            caption={`Runs of ${template.name}`}
            columns={columnsOf(template.id, inputNames(found.data), filter.said, openId, onOpen)}
            rows={rowsOf(found.data)}
            rowKey={({ id }) => id}
            stale={found.isPlaceholderData}
          />
          <Pager
            noun="runs"
            page={filter.page}
            limit={LOG_ROWS}
            count={found.data.metadata.total_rows}
            isEstimated={found.data.metadata.is_estimated}
            onPage={(page) => onChange({ page: String(page) })}
          />
          {older ? (
            <p className="mt-2 flex flex-wrap items-center gap-2 text-soft">
              {searched} {older}
            </p>
          ) : null}
        </>
      ) : found.data.metadata.total_rows > 0 ? (
        <PastEnd onFirst={() => onChange({})} />
      ) : isFiltered(filter) ? (
        <EmptyState
          title="No run matches"
          action={
            <>
              {older}
              <Button onClick={() => onChange({ search: null, verdict: null, source: null, said: null, until: null })}>
                Show all runs
              </Button>
            </>
          }
        >
          {searched ?? "The search covers inputs and verdicts."}
        </EmptyState>
      ) : (
        <EmptyState
          title={`${template.name} has not run yet`}
          action={<LinkButton href={links.playground({ template: template.id })}>Try it</LinkButton>}
        >
          Runs from the playground or the API appear here within moments.
        </EmptyState>
      )}
    </>
  );
}

const verdictOptions = [
  { value: "all", label: "All verdicts" },
  { value: "passed", label: "Passed" },
  { value: "failed", label: "Failed" },
  { value: "none", label: "Neither" },
] as const;
const saidOptions = [
  { value: "all", label: "All runs" },
  { value: "said", label: "With feedback" },
] as const;
const sortOptions = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "lowest", label: "Lowest first" },
  { value: "highest", label: "Highest first" },
] as const;

const INPUTS_SHOWN = 3;

function columnsOf(
  template: string,
  inputs: readonly string[],
  hasFeedback: boolean,
  openId: string | undefined,
  onOpen: (id: string) => void,
): Column<LogRow>[] {
  return [
    {
      key: "verdict",
      header: "Verdict",
      width: "sm:w-40",
      cell: ({ id, outcome, output }) => (
        <LogLink id={id} template={template} isOpen={id === openId} onOpen={onOpen}>
          <Verdict outcome={outcome} output={output} />
        </LogLink>
      ),
    },
    ...(hasFeedback
      ? [
          {
            key: "said",
            header: "Right result",
            width: "sm:w-36",
            cell: ({ rightResult }: LogRow) => (
              <span dir="auto" className="block truncate" title={rightResult}>
                {rightResult}
              </span>
            ),
          },
        ]
      : []),
    ...inputs.slice(0, INPUTS_SHOWN).map(
      (name, index): Column<LogRow> => ({
        key: `input ${name}`,
        header: name,
        wide: index > 0,
        cell: ({ inputs }) =>
          inputs[index] ? (
            <span dir="auto" className="block max-w-[36vw] truncate sm:max-w-48" title={inputs[index]}>
              {inputs[index]}
            </span>
          ) : (
            <Missing reason="Empty" />
          ),
      }),
    ),
    {
      key: "reason",
      header: "Reason",
      wide: true,
      cell: ({ reason }) =>
        reason ? (
          <span className="block max-w-64 truncate text-soft" title={reason}>
            {reason}
          </span>
        ) : (
          <Missing reason="No reason given" />
        ),
    },
    { key: "source", header: "Source", wide: true, width: "w-40", cell: ({ source }) => sourceText(source) },
    { key: "time", header: "Time", align: "right", width: "w-28", cell: ({ at }) => <Time at={at} /> },
  ];
}
