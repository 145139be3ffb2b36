"use client";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { Missing } from "@/app/_ui/feedback/missing";
import { latencyText } from "@/app/_ui/figure/numbers";
import type { Output } from "@/lib/contracts/contract";
import type { getGatewayRequest } from "@/lib/contracts/gateway/requests";
import { microsText } from "./figures";
import { RequestTokens } from "./request-tokens";

export type Detail = Output<typeof getGatewayRequest>;

type OnFilter = (name: string, text: string) => void;

/** The request's facts; those that are filters are buttons. */
export function factsOf(request: Detail, onFilter: OnFilter) {
  const { key_name, key_id, provider, model, operation, first_chunk_ms, trace_id } = request;
  const like = (name: string, text: string | null, filter = text) =>
    text && filter ? <FilterButton text={text} onClick={() => onFilter(name, filter)} /> : null;
  const entries = [
    { term: "Model", value: like("model", request.requested_model) },
    { term: "Answered by", value: model && `${provider}/${model}` },
    { term: "Key", value: like("key", key_name ?? "Deleted key", key_id) },
    { term: "User", value: like("user", request.user) },
    { term: "Session", value: like("session", request.session) },
    { term: "Started", value: momentText(request.started_at) },
    { term: "Latency", value: latencyText(request.latency_ms) },
    { term: "First token", value: first_chunk_ms === null ? null : latencyText(first_chunk_ms) },
    { term: "Tokens", value: <RequestTokens request={request} /> },
    { term: "Cost", value: <RequestCost request={request} /> },
    { term: "Price", value: request.ledger?.price_version ?? null },
    { term: "Cache", value: like("cache", request.cache) },
    { term: "Operation", value: request.is_stream ? `${operation}, streamed` : operation },
    { term: "Client", value: request.user_agent },
    { term: "Request ID", value: <CopiedId id={request.request_id} /> },
    { term: "Trace ID", value: trace_id ? <CopiedId id={trace_id} /> : null },
  ];
  return entries.filter(({ value }) => value !== null && value !== "");
}

const momentText = (at: string): string =>
  new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" });

const FilterButton = ({ text, onClick }: { text: string; onClick: () => void }) => (
  <button
    type="button"
    title="Filter by this value"
    className="reach text-left text-accent underline-offset-2 wrap-anywhere hover:underline"
    onClick={onClick}
  >
    {text}
  </button>
);

const CopiedId = ({ id }: { id: string }) => (
  <span className="flex items-center gap-1 font-mono text-xs">
    <span className="min-w-0 wrap-anywhere">{id}</span>
    <CopyButton text={id} />
  </span>
);

function RequestCost({ request: { cost_micros, ledger } }: { request: Pick<Detail, "cost_micros" | "ledger"> }) {
  if (cost_micros === null) return <Missing reason="The model has no price" />;
  return `${microsText(cost_micros)}${ledger?.is_estimated ? ", estimated" : ""}`;
}
