"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Columns3, ListFilter } from "lucide-react";
import { useState } from "react";
import { NotUpdated } from "@/app/_components/not-updated";
import { useAddress } from "@/app/_components/use-address";
import { useMayWrite } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { classNames } from "@/app/_ui/class-names";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import { deleteTraceView, LIVE_POLL_MS, saveTraceView, traceListQuery, traceViewsQuery } from "@/lib/client/traces";
import type { TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { NoMatch } from "../../_components/filters";
import { ListError, PastEnd } from "../../_components/past-end";
import { RecordLosses } from "../../_components/record-losses";
import { ColumnDialog } from "../../_components/views/column-dialog";
import { SavedViews } from "../../_components/views/saved-views";
import { Older } from "../../gateway/_components/cursor-list";
import { FilterChips, FilterLine, MoreFilters } from "./filter-line";
import { liveText, useStart } from "./live";
import { Touched } from "./touched";
import { TraceFacets } from "./trace-facets";
import { columnNames, columnsOf, columnsText, filterNames, filtersOf } from "./trace-query";
import { TraceSelection } from "./trace-selection";
import { columnHeaders, TraceTable } from "./trace-table";

export function TracesScreen() {
  const { get, set } = useAddress();
  const isLive = get("live") === "1";
  const now = useStart(isLive && get("after") === undefined);
  const [isFiltering, setFiltering] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const filters = filtersOf(get, now);
  const toggleLive = () => set({ live: isLive ? null : "1", after: null }, { keepsBack: false });
  useShortcuts("Page", [
    { keys: "l", description: isLive ? "Stop the live view" : "Start the live view", run: toggleLive },
    { keys: "c", description: "Choose columns", run: () => setChoosing(true) },
  ]);
  return (
    <>
      <Header isLive={isLive} onLive={toggleLive} onColumns={() => setChoosing(true)} />
      <RecordLosses />
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <Button
          className="lg:hidden"
          icon={<ListFilter aria-hidden="true" />}
          aria-expanded={isFiltering}
          onClick={() => setFiltering(!isFiltering)}
        >
          Filters
        </Button>
        <FilterLine filters={filters} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <AllFilters filters={filters} isShown={isFiltering} />
        <div>
          <FilterChips filters={filters} />
          <TraceList
            key={JSON.stringify(get("time") ? { ...filters, since: get("time") } : filters)}
            filters={filters}
            isLive={isLive}
          />
        </div>
      </div>
      <ColumnDialog
        choices={columnNames.map((name) => ({ name, label: columnHeaders[name] }))}
        shown={columnsOf(get)}
        textOf={columnsText}
        open={isChoosing}
        onOpenChange={setChoosing}
      />
    </>
  );
}

function Header({ isLive, onLive, onColumns }: { isLive: boolean; onLive: () => void; onColumns: () => void }) {
  const views = useQuery(traceViewsQuery()).data ?? [];
  return (
    <PageHeader
      title="Traces"
      description="Requests of your applications and the gateway, span by span."
      actions={
        <>
          <SavedViews
            views={views}
            home={links.traces()}
            noun="Traces"
            pageName="after"
            save={saveTraceView}
            remove={deleteTraceView}
          />
          <Button keys="c" icon={<Columns3 aria-hidden="true" />} onClick={onColumns}>
            Columns
          </Button>
          <Button keys="l" aria-pressed={isLive} onClick={onLive}>
            {isLive ? "Stop live view" : "Live view"}
          </Button>
        </>
      }
    />
  );
}

/** Traces of the page, or all that match the filters. A changed selection is no longer all. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setIsAll] = useState(false);
  const select = (ids: ReadonlySet<string>) => {
    setSelected(ids);
    setIsAll(false);
  };
  return { selected, isAll, select, selectAll: () => setIsAll(true) };
}

/** Beside the list; on a narrow screen only if asked for. */
const AllFilters = ({ filters, isShown }: { filters: TraceFilters; isShown: boolean }) => (
  <aside
    aria-label="Filters"
    className={classNames("grid grid-cols-[minmax(0,1fr)] gap-4", !isShown && "max-lg:hidden")}
  >
    <TraceFacets filters={filters} />
    <MoreFilters filters={filters} />
  </aside>
);

type Counted = { count: number; is_cut: boolean; is_estimated: boolean };

const countWords = ({ count, is_cut, is_estimated }: Counted): string =>
  `${is_cut ? "At least " : is_estimated ? "About " : ""}${quantity(count, "trace")}`;

interface ChosenProps {
  selection: ReturnType<typeof useSelection>;
  filters: TraceFilters;
  total: Counted;
}

const ChosenTraces = ({ selection: { selected, isAll, select, selectAll }, filters, total }: ChosenProps) => (
  <TraceSelection
    selected={selected}
    isAll={isAll}
    onAll={selectAll}
    filters={filters}
    total={total}
    mayWrite={useMayWrite()}
    onDone={() => select(new Set())}
  />
);

/** A selection belongs to its filters: with others, the list begins again. */
function TraceList({ filters, isLive }: { filters: TraceFilters; isLive: boolean }) {
  const { get, set } = useAddress();
  const after = get("after");
  const selection = useSelection();
  const { selected, select } = selection;
  // New rows would move what the person is about to choose, or has chosen.
  const [isTouched, setTouched] = useState(false);
  const isSteady = isTouched || selected.size > 0;
  const found = useQuery({
    ...traceListQuery(filters, after),
    placeholderData: keepPreviousData,
    // It pauses by itself while the tab is hidden.
    refetchInterval: isLive && !after && !isSteady ? LIVE_POLL_MS : false,
  });
  const { data, error, refetch, isPlaceholderData } = found;
  const first = () => set({ after: null });
  if (error && !data)
    return <ListError title="The traces could not be loaded" error={error} onRetry={refetch} onFirst={first} />;
  if (!data) return <TableSkeleton columns={7} />;
  if (data.results.length === 0) return after ? <PastEnd onFirst={first} /> : <Empty filters={filters} />;
  return (
    <>
      {selected.size > 0 ? (
        <ChosenTraces selection={selection} filters={filters} total={data} />
      ) : (
        <p role="status" className="mb-1 flex h-8 items-center text-xs text-faint tabular-nums pointer-coarse:h-11">
          {countWords(data)}
          {isLive && !error ? liveText(after, isSteady) : ""}
          {error ? "." : ""} <NotUpdated found={found} />
        </p>
      )}
      <Touched onChange={setTouched}>
        <TraceTable
          traces={data.results}
          columns={columnsOf(get)}
          selected={selected}
          onSelect={select}
          stale={isPlaceholderData}
          prefetches={!isLive}
        />
      </Touched>
      <Older
        noun="traces"
        isFirst={!after}
        last={data.has_more ? data.results.at(-1)?.id : undefined}
        onAfter={(next) => set({ after: next })}
      />
    </>
  );
}

function Empty({ filters }: { filters: TraceFilters }) {
  if (Object.keys(filters).length > 0)
    return (
      <NoMatch noun="traces" filters={filterNames}>
        Search for words in a trace&apos;s contents, names and status messages, or for its full ID. Only whole words
        match, except that the last one may be unfinished.
      </NoMatch>
    );
  return (
    <EmptyState title="No traces yet">
      Send spans through OpenTelemetry to <code className="font-mono">/tracer/otlp/v1/traces</code> with an API key, or
      call models through the gateway. Each call is a trace.
    </EmptyState>
  );
}
