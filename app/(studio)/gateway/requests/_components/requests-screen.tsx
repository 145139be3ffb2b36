"use client";
import { useEffect, useMemo, useState } from "react";
import { ListAndDetail } from "@/app/_components/list-and-detail";
import { NotUpdated } from "@/app/_components/not-updated";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { requestsFile } from "@/lib/client/gateway-log";
import { links } from "@/lib/client/links";
import { ListError } from "../../../_components/past-end";
import { RecordLosses } from "../../../_components/record-losses";
import { useOpenRow } from "../../../_components/use-open-row";
import { Older } from "../../_components/cursor-list";
import { FilterLine } from "./filter-line";
import { RequestDetail } from "./request-detail";
import { queryOf, type RequestFilter, requestFilterOf, spans } from "./request-filter";
import { RequestTable } from "./request-table";
import { type LiveRequests, useLiveRequests } from "./use-live-requests";

export function RequestsScreen() {
  const { get, set } = useAddress();
  const filter = requestFilterOf(get);
  const { openId, open, close } = useOpenRow("request");
  const [isPaused, setPaused] = useState(false);
  const isAtTop = useAtTop();
  const since = useSince(spans[filter.span]);
  const isLive = !isPaused && filter.after === undefined;
  const query = queryOf(filter, since);
  const log = useLiveRequests({ query, isLive, isPinned: openId !== undefined || !isAtTop });
  const change = (changes: Record<string, string | null>, keepsBack = true) =>
    set({ ...changes, after: null, request: null }, { keepsBack });
  const pause = () => setPaused(!isPaused);
  useShortcuts("Page", [
    { keys: "p", description: isPaused ? "Resume live updates" : "Pause live updates", run: pause },
    ...(log.waiting > 0 ? [{ keys: "n", description: "Show new requests", run: log.show }] : []),
  ]);
  return (
    <>
      <PageHeader
        title="Requests"
        description="Every request to a model, answered or refused. Requests appear shortly after they end."
        actions={
          <>
            {/* A shown time span begins a moment later in the browser than on the server. */}
            <a href={requestsFile(query)} download className={buttonClasses({})} suppressHydrationWarning>
              Download CSV
            </a>
            <Button keys="p" aria-pressed={isPaused} onClick={pause}>
              {isPaused ? "Resume" : "Pause"}
            </Button>
          </>
        }
      />
      <RecordLosses />
      <FilterLine filter={filter} onChange={change} />
      <LiveLine log={log} otherwise={isPaused ? "Paused" : isLive ? LIVE : "Older requests"} />
      <ListAndDetail
        label="Request"
        openId={openId}
        onClose={close}
        detail={(id, onClose) => (
          <RequestDetail id={id} onFilter={(name, text) => change({ [name]: text })} onClose={onClose} />
        )}
      >
        <Log log={log} filter={filter} openId={openId} onOpen={open} />
      </ListAndDetail>
    </>
  );
}

const LIVE = "Live: new requests appear automatically";

/** Whether new requests wait. It has a fixed height, so that new requests move nothing. */
const LiveLine = ({ log, otherwise }: { log: LiveRequests; otherwise: string }) => (
  <div role="status" className="mb-1 flex h-8 items-center text-xs text-faint pointer-coarse:h-11">
    {log.waiting > 0 ? (
      <Button keys="n" onClick={log.show}>
        Show {log.waiting === 1 ? "1 new request" : `${log.waiting} new requests`}
      </Button>
    ) : log.isError ? (
      <NotUpdated found={log} />
    ) : (
      otherwise
    )}
  </div>
);

interface LogProps {
  log: LiveRequests;
  filter: RequestFilter;
  openId: string | undefined;
  onOpen: (id: string) => void;
}

function Log({ log, filter, openId, onOpen }: LogProps) {
  const { set } = useAddress();
  const { rows, isStale, isCut } = log;
  if (rows === null) {
    return log.isError ? (
      <ListError
        title="The log could not be loaded"
        error={log.error}
        onRetry={log.refetch}
        onFirst={() => set({ after: null })}
      />
    ) : (
      <TableSkeleton columns={6} />
    );
  }
  if (rows.length === 0 && !isStale) return <NoRequests isFiltered={isFiltered(filter)} isCut={isCut} />;
  return (
    <>
      {isCut ? <p className="mb-1 text-xs text-faint">{CUT}</p> : null}
      <RequestTable
        requests={rows}
        stale={isStale}
        openId={openId}
        hrefOf={(id) => `${links.gatewayRequests()}?request=${id}`}
        onOpen={onOpen}
      />
      <Older
        noun="requests"
        isFirst={!filter.after}
        last={log.more ? rows.at(-1)?.id : undefined}
        onAfter={(after) => set({ after, request: null })}
      />
    </>
  );
}

const CUT = "The search ended at its limit, so requests may be missing here. Choose a shorter time, or add a filter.";

const NoRequests = ({ isFiltered, isCut }: { isFiltered: boolean; isCut: boolean }) =>
  isFiltered ? (
    <EmptyState
      title="No matching requests"
      action={<Button onClick={() => window.location.assign(links.gatewayRequests())}>Show all requests</Button>}
    >
      {isCut
        ? CUT
        : "Only whole words match, except that the last one may be unfinished. It covers messages, answers and attributes of the requests' spans, as far as they are kept."}
    </EmptyState>
  ) : (
    <EmptyState title="No requests yet">
      Call a model with a gateway key; the request appears here shortly after. Requests are not logged if tracing is off
      for the key or the organization.
    </EmptyState>
  );

const isFiltered = ({ search, outcome, span, chips }: RequestFilter): boolean =>
  search !== "" || outcome !== "all" || span !== "all" || chips.length > 0;

/** The start of the shown time span, which stays fixed until the span changes. */
function useSince(span: number | null): string | null {
  return useMemo(() => (span === null ? null : new Date(Date.now() - span).toISOString()), [span]);
}

function useAtTop(): boolean {
  const [isAtTop, setAtTop] = useState(true);
  useEffect(() => {
    const look = () => setAtTop(window.scrollY < 8);
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return isAtTop;
}
