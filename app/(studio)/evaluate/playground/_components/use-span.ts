"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { traceListQuery, traceQuery } from "@/lib/client/traces";
import type { Span, Trace } from "@/lib/contracts/traces/traces";
import { mapSpan } from "@/lib/evaluation/tasks/rules/mapping";
import type { InputKey } from "../../_components/mapping";
import { textOf } from "../../_components/param-text";
import { mappingFor } from "../../tasks/_components/draft";
import type { Texts } from "./form";

/** The span in the address, by id or name, and its values for the inputs. */
export function useSpan(keys: readonly InputKey[], enabled: boolean) {
  const { get } = useAddress();
  const projectId = get("project") ?? null;
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const listed = useQuery({
    ...traceListQuery(projectId ? { project_id: projectId } : {}),
    enabled,
    placeholderData: keepPreviousData,
  });
  const traces = listed.data?.results ?? [];
  const traceId = get("trace") ?? traces[0]?.id ?? null;
  const found = useQuery({ ...traceQuery(traceId ?? ""), enabled: enabled && traceId !== null });
  const trace = found.data;
  const span = trace && spanNamed(trace, get("span"));
  const paths: Texts = { ...mappingFor(keys.map(({ key }) => key)), ...chosen };
  const index = traces.findIndex(({ id }) => id === trace?.id);
  return {
    projectId,
    traces,
    listed,
    traceId,
    found,
    trace,
    span,
    previous: traces[index - 1],
    next: index < 0 ? undefined : traces[index + 1],
    paths,
    /** The standard span paths, and this span's attributes. */
    names: ["input", "output", ...Object.keys(span?.attributes ?? {})],
    setPath: (key: string, path: string) => setChosen({ ...chosen, [key]: path }),
    ...(trace && span ? filledBy(paths, trace, span) : { inputs: {}, missing: [] }),
    /** Changes with the span. */
    at: span ? `span ${span.trace_id} ${span.span_id}` : null,
  };
}

type TraceWithSpans = Trace & { spans: Span[] };

/** By id, else the first with the name, else the root span. */
function spanNamed({ spans, root_span_id: root }: TraceWithSpans, idOrName: string | undefined): Span | undefined {
  return (
    spans.find(({ span_id }) => span_id === idOrName) ??
    spans.find(({ name }) => name === idOrName) ??
    spans.find(({ span_id }) => span_id === root) ??
    spans[0]
  );
}

/** The values that a task would find. */
function filledBy(paths: Readonly<Record<string, string>>, { spans: _, ...trace }: TraceWithSpans, span: Span) {
  const mapping = Object.fromEntries(Object.entries(paths).filter(([, path]) => path.trim() !== ""));
  const { inputs, missing } = mapSpan(mapping, { span, trace }, true);
  const texts: Texts = Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key, textOf(value)]));
  return { inputs: texts, missing };
}
