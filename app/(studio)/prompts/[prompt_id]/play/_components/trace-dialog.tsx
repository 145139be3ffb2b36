"use client";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { Select } from "@/app/_ui/control/select";
import { quantity } from "@/app/_ui/figure/numbers";
import { FormDialog } from "@/app/_ui/overlay/form-dialog";
import { beginningOf } from "@/app/_ui/text/graphemes";
import { traceListQuery, traceQuery } from "@/lib/client/traces";
import type { PromptContent } from "@/lib/contracts/prompts/content";
import type { Span } from "@/lib/contracts/traces/traces";
import type { Input } from "./column";
import { valuesOfSpan } from "./span-values";
import { type RecordedResult, recordedIn } from "./tools";

interface Props {
  inputs: readonly Input[];
  contents: readonly PromptContent[];
  onValues: (texts: Record<string, string>, recorded: readonly RecordedResult[]) => void;
  onClose: () => void;
}

const isTraceId = (text: string): boolean => /^[\da-f]{32}$/i.test(text.trim());
/** Calls of models first: their messages say most. */
const choicesOf = (spans: readonly Span[]): Span[] =>
  spans.toSorted((one, other) => Number(other.observation_type === "llm") - Number(one.observation_type === "llm"));

/** Fills values from a recorded call. The results of its trace's tools come with it. */
export function TraceDialog({ inputs, contents, onValues, onClose }: Props) {
  const [traceId, setTraceId] = useState<string | null>(null);
  const [spanId, setSpanId] = useState<string | null>(null);
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim().slice(0, 255));
  const traces = useQuery(traceListQuery(isTraceId(search) ? { search } : {}));
  const trace = useQuery({ ...traceQuery(traceId ?? ""), enabled: traceId !== null });
  const spans = choicesOf(trace.data?.spans ?? []);
  const span = spans.find(({ span_id }) => span_id === spanId) ?? spans[0];
  const values = span ? valuesOfSpan(inputs, contents, span) : {};
  const found = Object.keys(values);
  const recorded = recordedIn(trace.data?.spans ?? []);
  return (
    <FormDialog
      title="Fill from a trace"
      size="small"
      action="Fill in"
      form={{
        submit: () => onValues(values, recorded),
        busy: trace.isFetching,
        problem: (trace.error ?? traces.error)?.message ?? null,
      }}
      disabled={found.length === 0 && recorded.length === 0}
      onClose={onClose}
    >
      <Field label="Trace" hint="One of the newest, or paste a trace's ID.">
        <SearchSelect
          options={(traces.data?.results ?? []).map(({ id, name, trace_id, input_preview }) => ({
            value: id,
            label: input_preview ? `${name}: ${beginningOf(input_preview, 80)}` : name,
            hint: trace_id,
          }))}
          value={traceId}
          onChange={(id) => {
            setTraceId(id);
            setSpanId(null);
          }}
          onSearch={setTyped}
          placeholder="Type words of a trace"
          empty={traces.isPending ? "Loading…" : "No trace matches"}
        />
      </Field>
      {span ? (
        <SpanChoice span={span} spans={spans} found={found} recorded={recorded.length} onSpan={setSpanId} />
      ) : null}
    </FormDialog>
  );
}

interface SpanChoiceProps {
  span: Span;
  spans: readonly Span[];
  /** The names that it fills. */
  found: readonly string[];
  /** Results of tools in its trace. */
  recorded: number;
  onSpan: (id: string) => void;
}

const SpanChoice = ({ span, spans, found, recorded, onSpan }: SpanChoiceProps) => (
  <>
    <Field label="Span">
      <Select
        value={span.span_id}
        options={spans.map(({ span_id, name }) => ({ value: span_id, label: name }))}
        onChange={onSpan}
      />
    </Field>
    <p className="text-soft">
      {found.length > 0 ? `The span fills ${found.join(", ")}.` : "Nothing in this span fits a variable."}
      {recorded > 0 ? ` Its trace has ${quantity(recorded, "result of a tool", "results of tools")}.` : ""}
    </p>
  </>
);
