"use client";
import { ColumnChart } from "@/app/_ui/figure/column-chart";
import { DayPlot } from "@/app/_ui/figure/day-plot";
import { countText, latencyText, quantity } from "@/app/_ui/figure/numbers";
import { Section } from "@/app/_ui/page/section";
import { meanText } from "../../../evaluate/tasks/[task_id]/_components/means";
import { usdText } from "../../../gateway/_components/usd";
import { type Activity, domainOf, type Measure, measureText, rateDomainOf, rateText, stepText, tickOf } from "./series";
import type { TracesOf } from "./traces-of";

interface Props {
  activity: Activity;
  tracesOf: TracesOf;
}

/** Each figure by hour or day. A column or point leads to its traces. */
export function OverTime({ activity, tracesOf }: Props) {
  const { steps } = activity;
  const shared = { activity, tracesOf };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-8 lg:grid-cols-2">
      <Columns {...shared} title="Requests" values={steps.map(({ requests }) => requests)} text={countText} />
      <Measures
        {...shared}
        title="Error rate"
        measures={steps.map(({ error_rate }) => error_rate)}
        text={rateText}
        domain={rateDomainOf(steps.map(({ error_rate }) => error_rate))}
        of={{ status: "ERROR" }}
      />
      <Measures
        {...shared}
        title="Latency, p50"
        measures={steps.map(({ latency_p50_ms }) => latency_p50_ms)}
        text={latencyText}
      />
      <Measures
        {...shared}
        title="Latency, p95"
        measures={steps.map(({ latency_p95_ms }) => latency_p95_ms)}
        text={latencyText}
      />
      <Columns {...shared} title="Tokens" values={steps.map(({ total_tokens }) => total_tokens)} text={countText} />
      <Columns {...shared} title="Cost" values={steps.map(({ cost_usd }) => cost_usd)} text={usdText} />
      <Verdicts {...shared} />
      <Feedback {...shared} />
    </div>
  );
}

const Verdicts = (shared: Props) =>
  shared.activity.verdicts.map(({ evaluation_id, evaluation, steps, passed, traces }) => (
    <Measures
      {...shared}
      key={evaluation_id}
      title={`${evaluation}: ${countText(passed)} of ${countText(traces)} passed`}
      measures={steps.map(({ pass_rate }) => pass_rate)}
      text={rateText}
      domain={{ min: 0, max: 1 }}
      of={{ evaluation: evaluation_id, verdict: "failed" }}
    />
  ));

const Feedback = (shared: Props) =>
  shared.activity.feedback.map(({ label_id, label, label_type, steps, mean, count }) => {
    const text = (value: number) => meanText(label_type === "thumbs_up_down" ? "Pass/Fail" : "numeric", value);
    return (
      <Measures
        {...shared}
        key={label_id}
        title={`${label}: ${mean === null ? "no mean" : text(mean)}, ${quantity(count, "score")}`}
        measures={steps.map((step) => ({ value: step.mean, interval: step.interval }))}
        text={text}
      />
    );
  });

interface FigureProps extends Props {
  title: string;
  text: (value: number) => string;
  /** What narrows the traces that a point leads to. */
  of?: Parameters<TracesOf>[1];
}

function Columns({
  activity,
  tracesOf,
  title,
  values,
  text,
  of,
}: FigureProps & { values: readonly (number | null)[] }) {
  const { steps, step: length } = activity;
  return (
    <Section title={title}>
      <ColumnChart
        summary={`${title} by ${length}`}
        figureText={text}
        columns={steps.map((step, index) => {
          const value = values[index] ?? null;
          const tick = tickOf(length, steps, index);
          return {
            key: step.from,
            count: value ?? 0,
            detail: `${stepText(length, step)}: ${value === null ? "unknown" : text(value)}`,
            ...(step.requests > 0 ? { href: tracesOf(step, of) } : {}),
            ...(tick ? { tick } : {}),
          };
        })}
      />
    </Section>
  );
}

interface MeasuresProps extends FigureProps {
  measures: readonly Measure[];
  domain?: { min: number; max: number };
}

function Measures({ activity, tracesOf, title, measures, text, of, domain = domainOf(measures) }: MeasuresProps) {
  const { steps, step: length } = activity;
  return (
    <Section title={title}>
      {measures.every(({ value }) => value === null) ? (
        <p className="text-soft">Unknown: no request has ended.</p>
      ) : (
        <DayPlot
          domain={domain}
          text={text}
          summary={`${title} by ${length}, each with its 95 % interval`}
          points={steps.map((step, index) => {
            const measure = measures[index] ?? { value: null, interval: null };
            const tick = tickOf(length, steps, index);
            return {
              key: step.from,
              ...measure,
              detail: `${stepText(length, step)}: ${measureText(measure, text) ?? "no value"}`,
              ...(measure.value === null ? {} : { href: tracesOf(step, of) }),
              ...(tick ? { tick } : {}),
            };
          })}
        />
      )}
    </Section>
  );
}
