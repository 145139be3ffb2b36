"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useAddress } from "@/app/_components/use-address";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { type Column, Table } from "@/app/_ui/list/table";
import { ClockTime } from "@/app/_ui/text/time";
import { oneOf, pageOf } from "@/app/(studio)/_components/address";
import { FilterSelect, NoMatch } from "@/app/(studio)/_components/filters";
import { PagedList } from "@/app/(studio)/_components/paged-list";
import { links } from "@/lib/client/links";
import { callEventsQuery, PLAYING_MS } from "@/lib/client/runs";
import { type LogCategory, type LogLevel, logCategories, logLevels } from "@/lib/contracts/simulation/call-names";
import type { CallLog } from "@/lib/contracts/simulation/runs/call-analyses";
import { unnamedIn, useEvaluationNames } from "../use-evaluation-names";
import { TurnFigures } from "./conversation-turn";
import { TurnLink } from "./turn-link";

const kinds: Record<LogCategory, string> = {
  call: "Call",
  customer: "Customer",
  agent: "Agent",
  tool: "Tool call",
  fault: "Fault",
  check: "Check",
  evaluation: "Evaluation",
  rerun: "Re-run",
};
const levels: Record<LogLevel, string> = { info: "Information", warning: "Warning", error: "Error" };
const kindOptions = logCategories.map((value) => ({ value, label: kinds[value] }));
const levelOptions = logLevels.map((value) => ({ value, label: levels[value] }));

/** The events of a call in order. */
export function CallEvents({ callId, isOver }: { callId: string; isOver: boolean }) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const category = oneOf(logCategories, get("kind"));
  const level = oneOf(logLevels, get("level"));
  const found = useQuery({
    ...callEventsQuery(callId, { page, ...(category ? { category } : {}), ...(level ? { level } : {}) }),
    placeholderData: keepPreviousData,
    refetchInterval: isOver ? false : PLAYING_MS,
  });
  const nameOf = useEvaluationNames((found.data?.results ?? []).flatMap(({ message }) => unnamedIn(message) ?? []));
  return (
    <>
      <div className="mb-3 flex flex-wrap gap-2">
        <FilterSelect name="kind" label="Kind" width="w-40!" value={category} all="All kinds" options={kindOptions} />
        <FilterSelect name="level" label="Level" width="w-40!" value={level} all="All levels" options={levelOptions} />
      </div>
      <PagedList
        found={found}
        noun="events"
        page={page}
        columns={4}
        onPage={(page) => set({ page })}
        empty={
          <NoMatch noun="events" filters={["kind", "level"]}>
            The call has no events of this kind and level.
          </NoMatch>
        }
      >
        {(listed, isStale) => (
          <Table
            caption="Events"
            rows={listed}
            rowKey={({ id }) => id}
            stale={isStale}
            columns={columnsOf(callId, (text) => text.replace(unnamedIn(text) ?? "", nameOf))}
          />
        )}
      </PagedList>
    </>
  );
}

const columnsOf = (callId: string, textOf: (message: string) => string): Column<CallLog>[] => [
  {
    key: "at",
    header: "Time",
    width: "w-20",
    cell: ({ logged_at: at }) => (at ? <ClockTime at={at} /> : <Missing reason="Not yet" />),
  },
  { key: "kind", header: "Kind", width: "w-28", wide: true, cell: ({ category }) => kinds[category] },
  {
    key: "event",
    header: "Event",
    cell: (event) => <Event event={event} callId={callId} message={textOf(event.message)} />,
  },
];

function Event({ event, callId, message }: { event: CallLog; callId: string; message: string }) {
  const { level, turn, log_id: run, model } = event;
  const isCustomerOrAgent = event.category === "customer" || event.category === "agent";
  return (
    <span className="grid gap-0.5 wrap-anywhere">
      {level === "info" ? (
        message
      ) : (
        <Status
          tone={level === "error" ? "bad" : "warn"}
          shape={level === "error" ? "cross" : "alert"}
          className="items-baseline! whitespace-normal!"
        >
          <span>
            <span className="sr-only">{levels[level]}: </span>
            {message}
          </span>
        </Status>
      )}
      <span className="flex flex-wrap gap-x-3 text-xs text-faint empty:hidden">
        {turn === null ? null : <TurnLink callId={callId} turn={turn} />}
        {isCustomerOrAgent && model ? <span>{model}</span> : null}
        <TurnFigures turn={event} />
        {run ? (
          <NextLink href={links.evalLogs({ run })} className="reach underline underline-offset-2 hover:text-ink">
            Evaluation run
          </NextLink>
        ) : null}
      </span>
    </span>
  );
}
