"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import { Field } from "@/app/_ui/field";
import { SearchSelect } from "@/app/_ui/search-select";
import { Select } from "@/app/_ui/select";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { Skeleton } from "@/app/_ui/skeleton";
import { SuggestInput } from "@/app/_ui/suggest-input";
import { datasetChoicesQuery } from "@/lib/client/datasets";
import { links } from "@/lib/client/links";
import { projectChoicesQuery } from "@/lib/client/traces";
import type { InputKey } from "../../_components/mapping";
import { MappingFields } from "../../_components/mapping-fields";
import { PATHS } from "../../tasks/_components/draft";
import type { Fill, Source } from "./use-fill";

const sources: readonly { value: Source; label: string; hint: string }[] = [
  { value: "hand", label: "Typed text", hint: "You type each input" },
  { value: "row", label: "A dataset row", hint: "Columns fill the inputs, row by row" },
  { value: "span", label: "A trace", hint: "A span fills the inputs, like in a task" },
];

interface Props {
  fill: Fill;
  keys: readonly InputKey[];
}

/** The source of the inputs, their mapping, and buttons to the next row or span. */
export function FillFields({ fill, keys }: Props) {
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-lg border border-line p-4">
      <legend className="sr-only">Source of the inputs</legend>
      <Field label="Fill inputs from">
        <Select value={fill.source} options={sources} onChange={fill.choose} />
      </Field>
      {fill.source === "row" ? <RowFields fill={fill} keys={keys} /> : null}
      {fill.source === "span" ? <SpanFields fill={fill} keys={keys} /> : null}
    </fieldset>
  );
}

const grid = "grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[repeat(2,minmax(0,1fr))]";

function RowFields({ fill: { row: from, go }, keys }: Props) {
  const datasets = useQuery(datasetChoicesQuery());
  const { datasetId, rowNumber, total, table, row } = from;
  return (
    <>
      <Field label="Dataset">
        <SearchSelect
          options={(datasets.data?.datasets ?? []).map(({ dataset_id, name }) => ({ value: dataset_id, label: name }))}
          value={datasetId}
          onChange={(dataset) => go({ dataset, row: null })}
          placeholder="Type a dataset's name"
          empty={datasets.isPending ? "Loading…" : "No dataset matches"}
        />
      </Field>
      {datasetId === null ? null : table.isError ? (
        <ErrorState title="The row could not be loaded" error={table.error} onRetry={() => table.refetch()} />
      ) : table.isPending ? (
        <Skeleton className="h-24 w-full" />
      ) : (
        <>
          {keys.length > 0 ? (
            <div className={grid}>
              <MappingFields
                keys={keys}
                columns={from.columns}
                value={from.mapped}
                onChange={from.setMapped}
                errorOf={() => undefined}
              />
            </div>
          ) : null}
          <Stepper
            text={
              row ? `Row ${rowNumber.toLocaleString("en")} of ${(total ?? 0).toLocaleString("en")}` : "Row not found"
            }
            noun="row"
            onPrevious={rowNumber > 1 ? () => go({ row: String(row ? rowNumber - 1 : 1) }) : null}
            onNext={row && rowNumber < (total ?? 0) ? () => go({ row: String(rowNumber + 1) }) : null}
          />
        </>
      )}
    </>
  );
}

function SpanFields({ fill: { span: from, go }, keys }: Props) {
  const projects = useQuery(projectChoicesQuery());
  const { traces, listed, found, trace, span, traceId } = from;
  // A linked trace may be older than the listed ones.
  const offered = trace && !traces.some(({ id }) => id === trace.id) ? [trace, ...traces] : traces;
  const problem = listed.error ?? found.error;
  return (
    <>
      <div className={grid}>
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
        {keys.map(({ key, isOptional }) => (
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
        ))}
      </div>
      {problem ? (
        <ErrorState
          title="The trace could not be loaded"
          error={problem}
          onRetry={() => {
            void listed.refetch();
            if (traceId) void found.refetch();
          }}
        />
      ) : listed.isSuccess && offered.length === 0 ? (
        <p className="text-soft">
          No traces yet. Send spans through OpenTelemetry, or call models through the gateway.
        </p>
      ) : (
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
          onPrevious={from.previous ? () => go({ trace: from.previous?.id ?? null, span: span?.name ?? null }) : null}
          onNext={from.next ? () => go({ trace: from.next?.id ?? null, span: span?.name ?? null }) : null}
        />
      )}
    </>
  );
}

interface StepperProps {
  text: ReactNode;
  noun: string;
  /** Null if there is none. */
  onPrevious: (() => void) | null;
  onNext: (() => void) | null;
}

function Stepper({ text, noun, onPrevious, onNext }: StepperProps) {
  useShortcuts("Inputs", [
    { keys: "k", description: `Previous ${noun}`, run: () => onPrevious?.() },
    { keys: "j", description: `Next ${noun}`, run: () => onNext?.() },
  ]);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p aria-live="polite" className="mr-auto tabular-nums">
        {text}
      </p>
      <Button keys="k" disabled={!onPrevious} onClick={() => onPrevious?.()}>
        Previous {noun}
      </Button>
      <Button keys="j" disabled={!onNext} onClick={() => onNext?.()}>
        Next {noun}
      </Button>
    </div>
  );
}
