"use client";
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { SourceField } from "@/app/_components/source/source-field";
import { Button } from "@/app/_ui/button/button";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { IconButton } from "@/app/_ui/button/icon-button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Missing } from "@/app/_ui/feedback/missing";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { latencyText } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { requestQuery } from "@/lib/client/gateway-log";
import type { Output } from "@/lib/contracts/contract";
import type { getGatewayRequest } from "@/lib/contracts/gateway/requests";
import { AddToQueue } from "../../../_components/add-to-queue";
import { microsText } from "./figures";
import { RequestStatus } from "./request-table";
import { RequestTokens } from "./request-tokens";

type Detail = Output<typeof getGatewayRequest>;

interface Props {
  id: string;
  /** Filters the list by a value of this request. */
  onFilter: (name: string, text: string) => void;
  /** Null if the surrounding dialog has its own close button. */
  onClose: (() => void) | null;
}

export function RequestDetail({ id, onFilter, onClose }: Props) {
  const found = useQuery(requestQuery(id));
  if (found.isError)
    return <ErrorState title="The request could not be loaded" error={found.error} onRetry={() => found.refetch()} />;
  if (!found.data) return <Skeleton className="h-64" />;
  return <Shown request={found.data} onFilter={onFilter} onClose={onClose} />;
}

function Shown({ request, onFilter, onClose }: { request: Detail } & Omit<Props, "id">) {
  const { trace } = request;
  const [adding, setAdding] = useState(false);
  useShortcuts("Request", trace ? [{ keys: "a", description: "Add to a queue", run: () => setAdding(true) }] : []);
  return (
    <div className="grid gap-5">
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-base font-medium">
          <RequestStatus request={request} />
        </h2>
        {onClose ? (
          <IconButton label="Close the request" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      {request.message ? <p className="text-soft wrap-anywhere">{request.message}</p> : null}
      {trace ? (
        <div className="grid gap-4">
          {trace.input === null && trace.output === null ? (
            <p className="text-soft">Only the metadata of this request was stored.</p>
          ) : (
            <>
              <SourceField name="Input" text={textOf(trace.input)} />
              <SourceField name="Output" text={textOf(trace.output)} />
            </>
          )}
          <div>
            <Button keys="a" onClick={() => setAdding(true)}>
              Add to a queue
            </Button>
          </div>
          <AddToQueue
            what="The trace becomes an item"
            sources={{ items: [{ source_type: "trace", source_id: trace.id }] }}
            open={adding}
            onOpenChange={setAdding}
          />
        </div>
      ) : (
        <p className="text-soft">
          {request.provider === null
            ? "No model was called, so there are no messages."
            : "No trace was stored for this request."}
        </p>
      )}
      <Guardrails request={request} />
      <Attempts request={request} />
      <DefinitionList entries={factsOf(request, onFilter)} />
    </div>
  );
}

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);

function Guardrails({ request: { guardrails } }: { request: Detail }) {
  if (guardrails.length === 0) return null;
  return (
    <section aria-label="Guardrails" className="grid gap-1">
      <h3 className="text-xs font-medium text-faint">Guardrails</h3>
      <ul className="grid gap-1">
        {guardrails.map(({ name, stage, effect, reason }) => (
          <li key={`${name} ${stage} ${effect}`} className="wrap-anywhere">
            <span className="font-medium">{name}</span> {effects[effect]} the {stage === "pre" ? "request" : "answer"}
            {reason ? <span className="text-soft">: {reason}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const effects = { block: "blocked", alter: "altered", warn: "warned about", log: "logged" } as const;

function Attempts({ request: { attempts } }: { request: Detail }) {
  if (attempts.length === 0) return null;
  return (
    <section aria-label="Attempts" className="grid gap-1">
      <h3 className="text-xs font-medium text-faint">Attempts</h3>
      <ol className="grid gap-1 tabular-nums">
        {attempts.map(({ provider, model, code, provider_status, started_after_ms, latency_ms }) => (
          <li key={started_after_ms + provider + model} className="wrap-anywhere">
            {provider}/{model}{" "}
            <span className="text-soft">
              {code === null ? "answered" : code.replaceAll("_", " ")}
              {provider_status === null ? "" : ` (HTTP ${provider_status})`}
              {latency_ms === null ? "" : ` after ${latencyText(latency_ms)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The request's facts; those that are filters are buttons. */
function factsOf(request: Detail, onFilter: Props["onFilter"]) {
  const { ledger } = request;
  const like = (name: string, text: string | null, filter = text) =>
    text && filter ? (
      <button
        type="button"
        title="Filter by this value"
        className="reach text-left text-accent underline-offset-2 wrap-anywhere hover:underline"
        onClick={() => onFilter(name, filter)}
      >
        {text}
      </button>
    ) : null;
  const id = (text: string) => (
    <span className="flex items-center gap-1 font-mono text-xs">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <CopyButton text={text} />
    </span>
  );
  const entries = [
    { term: "Model", value: like("model", request.requested_model) },
    { term: "Answered by", value: request.model && `${request.provider}/${request.model}` },
    { term: "Key", value: like("key", request.key_name ?? "Deleted key", request.key_id) },
    { term: "User", value: like("user", request.user) },
    { term: "Session", value: like("session", request.session) },
    {
      term: "Started",
      value: new Date(request.started_at).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" }),
    },
    { term: "Latency", value: latencyText(request.latency_ms) },
    { term: "First token", value: request.first_chunk_ms === null ? null : latencyText(request.first_chunk_ms) },
    {
      term: "Tokens",
      value: <RequestTokens request={request} />,
    },
    {
      term: "Cost",
      value:
        request.cost_micros === null ? (
          <Missing reason="The model has no price" />
        ) : (
          `${microsText(request.cost_micros)}${ledger?.is_estimated ? ", estimated" : ""}`
        ),
    },
    { term: "Price", value: ledger?.price_version ?? null },
    { term: "Cache", value: like("cache", request.cache) },
    { term: "Operation", value: request.is_stream ? `${request.operation}, streamed` : request.operation },
    { term: "Client", value: request.user_agent },
    { term: "Request ID", value: id(request.request_id) },
    { term: "Trace ID", value: request.trace_id ? id(request.trace_id) : null },
  ];
  return entries.filter(({ value }) => value !== null && value !== "");
}
