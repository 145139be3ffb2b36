"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { SuggestInput } from "@/app/_ui/control/suggest-input";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { links } from "@/lib/client/links";
import { projectChoicesQuery } from "@/lib/client/traces";
import type { InputKey } from "../../_components/mapping";
import { PATHS } from "../../tasks/_components/draft";
import { Stepper } from "./stepper";
import type { Fill } from "./use-fill";

interface Props {
  fill: Fill;
  keys: readonly InputKey[];
}

/** A span of a trace, and the paths that fill the inputs. */
export function SpanFields({ fill, keys }: Props) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]">
        <SpanChoice fill={fill} />
        <Paths from={fill.span} keys={keys} />
      </div>
      <SpanSteps fill={fill} />
    </>
  );
}

/** The project, the trace and the span. */
function SpanChoice({ fill: { span: from, go } }: Pick<Props, "fill">) {
  const projects = useQuery(projectChoicesQuery());
  const { traces, listed, trace, span, traceId } = from;
  // A linked trace may be older than the listed ones.
  const offered = trace && !traces.some(({ id }) => id === trace.id) ? [trace, ...traces] : traces;
  return (
    <>
      <Field label="Project" optional>
        <SearchSelect
          options={[
            { value: "", label: "All projects" },
            ...(projects.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={from.projectId ?? ""}
          onChange={(project) => go({ project: project || null, trace: null })}
          placeholder="Type a project's name"
          empty="No project matches"
        />
      </Field>
      <Field label="Trace">
        <SearchSelect
          options={offered.map(({ id, name, started_at }) => ({
            value: id,
            label: name || "Unnamed",
            hint: started_at
              ? new Date(started_at).toLocaleString("en", { dateStyle: "medium", timeStyle: "medium" })
              : id,
          }))}
          value={trace?.id ?? null}
          onChange={(chosen) => go({ trace: chosen, span: span?.name ?? null })}
          placeholder="Type a trace's name"
          empty={listed.isPending ? "Loading…" : "None of the newest traces match"}
        />
      </Field>
      <Field label="Span">
        <SearchSelect
          options={(trace?.spans ?? []).map(({ span_id, name, observation_type }) => ({
            value: span_id,
            label: name || "Unnamed",
            hint: observation_type,
          }))}
          value={span?.span_id ?? null}
          onChange={(chosen) => go({ trace: traceId, span: chosen })}
          placeholder="Type a span's name"
          empty="No span matches"
        />
      </Field>
    </>
  );
}

const Paths = ({ from, keys }: { from: Fill["span"]; keys: Props["keys"] }) =>
  keys.map(({ key, isOptional }) => (
    <Field
      key={key}
      label={`Path of ${key}`}
      optional={isOptional}
      error={from.missing.some(({ input }) => input === key) ? "The span has no value at this path." : undefined}
    >
      <SuggestInput
        value={from.paths[key] ?? ""}
        onChange={(path) => from.setPath(key, path)}
        suggestions={PATHS}
        placeholder="span.output"
      />
    </Field>
  ));

/** The previous and the next trace, or why there is none. */
function SpanSteps({ fill: { span: from, go } }: Pick<Props, "fill">) {
  const { traces, listed, found, trace, span, traceId, previous, next } = from;
  const problem = listed.error ?? found.error;
  const retry = () => {
    void listed.refetch();
    if (traceId) void found.refetch();
  };
  // The next trace is opened at the span of the same name.
  const goTo = (other: typeof previous) => other && (() => go({ trace: other.id, span: span?.name ?? null }));
  if (problem) return <ErrorState title="The trace could not be loaded" error={problem} onRetry={retry} />;
  if (listed.isSuccess && traces.length === 0 && !trace)
    return (
      <p className="text-soft">No traces yet. Send spans through OpenTelemetry, or call models through the gateway.</p>
    );
  return (
    <Stepper
      text={
        trace ? (
          <NextLink
            href={links.trace(trace.id, span?.span_id)}
            className="reach text-accent underline-offset-2 hover:underline"
          >
            Open the trace
          </NextLink>
        ) : (
          "Loading"
        )
      }
      noun="trace"
      onPrevious={goTo(previous) ?? null}
      onNext={goTo(next) ?? null}
    />
  );
}
