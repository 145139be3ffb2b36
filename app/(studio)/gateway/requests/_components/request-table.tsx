"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { Status } from "@/app/_ui/feedback/status";
import { latencyText } from "@/app/_ui/figure/numbers";
import { type Column, Table } from "@/app/_ui/list/table";
import { Time } from "@/app/_ui/text/time";
import type { GatewayRequest } from "@/lib/contracts/gateway/requests";
import { microsText } from "./figures";
import { guardrailMark } from "./guardrail-mark";
import { RequestTokens } from "./request-tokens";

interface Props {
  requests: readonly GatewayRequest[];
  stale: boolean;
  /** The one whose detail is open. */
  openId: string | undefined;
  hrefOf: (id: string) => string;
  onOpen: (id: string) => void;
}

const columns: readonly Column<GatewayRequest>[] = [
  {
    key: "model",
    header: "Model",
    cell: ({ requested_model }) =>
      requested_model === null ? (
        <Missing reason="The request was not readable" />
      ) : (
        <span
          className="block max-w-[38vw] truncate pointer-coarse:whitespace-nowrap sm:max-w-48"
          title={requested_model}
        >
          {requested_model}
        </span>
      ),
  },
  {
    key: "key",
    header: "Key",
    wide: true,
    cell: ({ key_name, user }) => (
      <span className="block max-w-44 truncate">
        {key_name ?? "Deleted key"}
        {user ? <span className="text-faint"> · {user}</span> : null}
      </span>
    ),
  },
  {
    key: "tokens",
    header: "Tokens",
    align: "right",
    wide: true,
    cell: (request) => <RequestTokens request={request} />,
  },
  {
    key: "cost",
    header: "Cost",
    align: "right",
    wide: true,
    cell: ({ cost_micros }) =>
      cost_micros === null ? <Missing reason="The model has no price" /> : microsText(cost_micros),
  },
  {
    key: "latency",
    header: "Latency",
    align: "right",
    wide: true,
    cell: ({ latency_ms }) => latencyText(latency_ms),
  },
  { key: "time", header: "Time", align: "right", cell: ({ started_at }) => <Time at={started_at} /> },
];

export function RequestTable({ requests, stale, openId, hrefOf, onOpen }: Props) {
  const status: Column<GatewayRequest> = {
    key: "status",
    header: "Status",
    width: "sm:w-52",
    cell: (request) => (
      <a
        data-row=""
        data-id={request.id}
        href={hrefOf(request.id)}
        aria-current={request.id === openId ? "true" : undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(request.id);
        }}
        className="reach block truncate text-ink hover:underline hover:underline-offset-2 aria-[current]:font-semibold"
      >
        <RequestStatus request={request} />
        <Guardrail request={request} />
      </a>
    ),
  };
  return (
    <Table caption="Requests" columns={[status, ...columns]} rows={requests} rowKey={({ id }) => id} stale={stale} />
  );
}

/** What a guardrail did. That it blocked is the status' own code. */
function Guardrail({ request: { code, guardrails } }: { request: GatewayRequest }) {
  const mark = guardrailMark(guardrails);
  if (!mark || code === "content_blocked") return null;
  return (
    <span title={mark.title} className="ml-2 text-xs text-soft">
      guardrail {mark.word}
    </span>
  );
}

/** How a request ended: a shape, the HTTP status and a code. */
export function RequestStatus({ request }: { request: Pick<GatewayRequest, "status" | "code" | "cache"> }) {
  const { status, code, cache } = request;
  if (code === null) {
    return (
      <Status shape="check" tone="good">
        {status}
        {cache === "hit" ? <span className="text-faint">from the cache</span> : null}
      </Status>
    );
  }
  const isClientError = status >= 400 && status < 500;
  return (
    <Status shape={isClientError ? "alert" : "cross"} tone={isClientError ? "warn" : "bad"}>
      {status} <span className="truncate text-faint">{code.replaceAll("_", " ")}</span>
    </Status>
  );
}
