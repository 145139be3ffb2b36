"use client";
import { SourceField } from "@/app/_components/source/source-field";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { countText, latencyText } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { links } from "@/lib/client/links";
import type { SpanScore } from "@/lib/contracts/evaluation/span-scores";
import { COST_SOURCE } from "@/lib/contracts/names";
import type { Span } from "@/lib/contracts/traces/traces";
import { usdText } from "../../../gateway/_components/usd";
import { SpanStatus } from "../../_components/span-status";
import { ScoreList } from "./score-list";

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);

/** One span: input, output, scores and all other details. */
export function SpanDetail({ span, scores }: { span: Span; scores: readonly SpanScore[] }) {
  return (
    <section aria-label="Span" className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-base font-medium wrap-anywhere">{span.name || "Unnamed"}</h2>
        <SpanStatus status={span.status} isEnded={span.ended_at !== null} />
      </div>
      {span.status_message ? <p className="text-soft wrap-anywhere">{span.status_message}</p> : null}
      {span.input === null && span.output === null ? (
        <p className="text-soft">This span has no input or output.</p>
      ) : (
        <>
          <SourceField name="Input" text={textOf(span.input)} />
          <SourceField name="Output" text={textOf(span.output)} />
        </>
      )}
      <div>
        <LinkButton href={links.playground({ trace: span.trace_id, span: span.span_id })}>Try an evaluation</LinkButton>
      </div>
      {scores.length > 0 ? <ScoreList scores={scores} /> : null}
      <DefinitionList entries={factsOf(span)} />
      <Details name="Attributes" value={span.attributes} />
      <Details name="Resource" value={span.resource} />
      {span.events.length > 0 ? <Details name="Events" value={span.events} /> : null}
      {span.links.length > 0 ? <Details name="Links" value={span.links} /> : null}
    </section>
  );
}

function Details({ name, value }: { name: string; value: object }) {
  if (Object.keys(value).length === 0) return null;
  return (
    <details>
      <summary className="text-xs font-medium text-faint pointer-coarse:min-h-11 pointer-coarse:py-3">{name}</summary>
      <SourceField name={name} text={JSON.stringify(value)} />
    </details>
  );
}

function factsOf(span: Span) {
  const id = (text: string) => (
    <span className="flex items-center gap-1 font-mono text-xs">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      <CopyButton text={text} />
    </span>
  );
  const tokens = [
    span.prompt_tokens === null ? null : `${countText(span.prompt_tokens)} in`,
    span.completion_tokens === null ? null : `${countText(span.completion_tokens)} out`,
  ].filter((part) => part !== null);
  const entries = [
    { term: "Kind", value: `${span.observation_type}, ${span.kind.toLowerCase()}` },
    { term: "Model", value: span.model && (span.provider ? `${span.provider}/${span.model}` : span.model) },
    { term: "Tokens", value: tokens.join(", ") || (span.total_tokens === null ? null : countText(span.total_tokens)) },
    { term: "Cost", value: span.cost_usd === null ? null : usdText(span.cost_usd) },
    // The application sent no cost: its rates in USD a million tokens are input, cached input, cache write and output.
    { term: "Price", value: textOf(span.attributes[COST_SOURCE]) },
    {
      term: "Started",
      value: span.started_at
        ? new Date(span.started_at).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" })
        : null,
    },
    { term: "Latency", value: span.latency_ms === null ? null : latencyText(span.latency_ms) },
    { term: "Span ID", value: id(span.span_id) },
    { term: "Trace ID", value: id(span.trace_id) },
  ];
  return entries.filter(({ value }) => value !== null && value !== "");
}
