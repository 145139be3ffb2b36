"use client";
import { useEffect, useMemo, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { classNames } from "@/app/_ui/class-names";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { Dialog } from "@/app/_ui/overlay/dialog";
import { PageHeader } from "@/app/_ui/page/page-header";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { useStacked } from "@/app/_ui/use-stacked";
import { links } from "@/lib/client/links";
import { ListError } from "../../../_components/past-end";
import { linkOf, step } from "../../../_components/walk-rows";
import { Older } from "../../_components/older";
import { FilterLine } from "./filter-line";
import { RequestDetail } from "./request-detail";
import { queryOf, requestFilterOf, spans } from "./request-filter";
import { RequestTable } from "./request-table";
import { useLiveRequests } from "./use-live-requests";

export function RequestsScreen() {
  const { get, set } = useAddress();
  const filter = requestFilterOf(get);
  const openId = get("request");
  const [isPaused, setPaused] = useState(false);
  const isAtTop = useAtTop();
  const since = useSince(spans[filter.span]);
  const isLive = !isPaused && filter.after === undefined;
  const log = useLiveRequests({ query: queryOf(filter, since), isLive, isHeld: openId !== undefined || !isAtTop });
  const stacked = useStacked();
  const open = (request: string | null) => set({ request }, { keepsBack: openId === undefined });
  const change = (changes: Record<string, string | null>, keepsBack = true) =>
    set({ ...changes, after: null, request: null }, { keepsBack });
  const pause = () => setPaused(!isPaused);
  useShortcuts("Page", [
    { keys: "j", description: "Next request", run: () => step(1, openId, open) },
    { keys: "k", description: "Previous request", run: () => step(-1, openId, open) },
    { keys: "p", description: isPaused ? "Resume live updates" : "Pause live updates", run: pause },
    ...(log.waiting > 0 ? [{ keys: "n", description: "Show new requests", run: log.show }] : []),
    ...(openId ? [{ keys: "escape", description: "Close the request", run: () => close() }] : []),
  ]);
  const close = () => {
    open(null);
    linkOf(openId)?.focus();
  };
  const { rows } = log;
  const detail = openId ? (
    <RequestDetail id={openId} onFilter={(name, text) => change({ [name]: text })} onClose={stacked ? null : close} />
  ) : null;
  return (
    <>
      <PageHeader
        title="Requests"
        description="Every request to a model, answered or refused. Requests appear shortly after they end."
        actions={
          <Button keys="p" aria-pressed={isPaused} onClick={pause}>
            {isPaused ? "Resume" : "Pause"}
          </Button>
        }
      />
      <FilterLine filter={filter} onChange={change} />
      {/* Has a fixed height, so that new requests move nothing. */}
      <div role="status" className="mb-1 flex h-8 items-center text-xs text-faint pointer-coarse:h-11">
        {log.waiting > 0 ? (
          <Button keys="n" onClick={log.show}>
            Show {log.waiting === 1 ? "1 new request" : `${log.waiting} new requests`}
          </Button>
        ) : isPaused ? (
          "Paused"
        ) : isLive ? (
          "Live: new requests appear automatically"
        ) : (
          "Older requests"
        )}
      </div>
      {rows === null && log.isError ? (
        <ListError
          title="The log could not be loaded"
          error={log.error}
          onRetry={() => log.refetch()}
          onFirst={() => set({ after: null })}
        />
      ) : rows === null ? (
        <TableSkeleton columns={6} />
      ) : rows.length === 0 && !log.isStale ? (
        <Nothing isFiltered={isFiltered(filter)} onAll={() => window.location.assign(links.gatewayRequests())} />
      ) : (
        <div className={classNames(detail && !stacked && "grid grid-cols-[minmax(0,1fr)_26rem] items-start gap-6")}>
          <div className="min-w-0">
            <RequestTable
              requests={rows}
              stale={log.isStale}
              openId={openId}
              hrefOf={(id) => `${links.gatewayRequests()}?request=${id}`}
              onOpen={open}
            />
            <Older
              noun="requests"
              isFirst={!filter.after}
              last={log.more ? rows.at(-1)?.id : undefined}
              onAfter={(after) => set({ after, request: null })}
            />
          </div>
          {detail && !stacked ? (
            <ScrollRegion
              label="Request"
              className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-lg border border-line p-4"
            >
              {detail}
            </ScrollRegion>
          ) : null}
        </div>
      )}
      <Dialog open={stacked && openId !== undefined} onOpenChange={(isOpen) => !isOpen && close()} title="Request">
        {detail}
      </Dialog>
    </>
  );
}

function Nothing({ isFiltered, onAll }: { isFiltered: boolean; onAll: () => void }) {
  return isFiltered ? (
    <EmptyState title="No matching requests" action={<Button onClick={onAll}>Show all requests</Button>}>
      The search finds whole words, and the last word by its beginning. It covers the first 500 characters of the last
      message and of the answer.
    </EmptyState>
  ) : (
    <EmptyState title="No requests yet">
      Call a model with a gateway key; the request appears here shortly after. Requests are not logged if tracing is off
      for the key or the organization.
    </EmptyState>
  );
}

const isFiltered = ({ search, outcome, span, chips }: ReturnType<typeof requestFilterOf>): boolean =>
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
