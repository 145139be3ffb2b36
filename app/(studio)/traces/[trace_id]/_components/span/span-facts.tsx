import { CopyButton } from "@/app/_ui/button/copy-button";
import { countText, latencyText } from "@/app/_ui/figure/numbers";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { COST_SOURCE } from "@/lib/contracts/names";
import type { Span } from "@/lib/contracts/traces/traces";
import { usdText } from "../../../../gateway/_components/usd";
import { modelText } from "./texts";

const moments = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" });

/** Short facts about how a span ran. */
export function SpanFacts({ span }: { span: Span }) {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = span;
  const tokens = [
    prompt === null ? null : `${countText(prompt)} in`,
    completion === null ? null : `${countText(completion)} out`,
  ].filter((part) => part !== null);
  const entries = [
    { term: "Kind", value: `${span.observation_type}, ${span.kind.toLowerCase()}` },
    { term: "Model", value: modelText(span) },
    { term: "Tokens", value: tokens.join(", ") || (total === null ? null : countText(total)) },
    { term: "Cost", value: span.cost_usd === null ? null : usdText(span.cost_usd) },
    // The application sent no cost: its rates in USD a million tokens are input, cached input, cache write and output.
    { term: "Price", value: priceOf(span) },
    { term: "Started", value: span.started_at ? moments.format(new Date(span.started_at)) : null },
    { term: "Latency", value: span.latency_ms === null ? null : latencyText(span.latency_ms) },
    { term: "Span ID", value: <Id text={span.span_id} /> },
    { term: "Trace ID", value: <Id text={span.trace_id} /> },
  ];
  return <DefinitionList entries={entries.filter(({ value }) => value !== null && value !== "")} />;
}

function priceOf({ attributes }: Span): string | null {
  const price = attributes[COST_SOURCE];
  return typeof price === "string" ? price : null;
}

const Id = ({ text }: { text: string }) => (
  <span className="flex items-center gap-1 font-mono text-xs">
    <span className="min-w-0 wrap-anywhere">{text}</span>
    <CopyButton text={text} />
  </span>
);
