"use client";
import { Missing } from "@/app/_ui/feedback/missing";
import { IntervalAxis, IntervalPlot } from "@/app/_ui/figure/interval-plot";
import { coefficientText, estimateText, percentText } from "@/app/_ui/figure/numbers";
import type { RunPart } from "./run-part";

const unit = { min: 0, max: 1 };

/** The means of an evaluation, each with its 95 % interval. */
export function RunMeans({ part, asTables }: { part: RunPart; asTables: boolean }) {
  return (
    <table className="w-full max-w-3xl text-left tabular-nums">
      <caption className="sr-only">Means of {part.name}, each with its 95 % interval</caption>
      <thead>
        <tr className="text-xs text-faint">
          <th scope="col" className="w-1/4 font-normal">
            <span className="sr-only">Figure</span>
          </th>
          <th scope="col" className="font-normal">
            With 95 % interval
          </th>
          {asTables ? null : (
            <th scope="col" className="w-2/5 font-normal max-sm:hidden">
              <span className="sr-only">Plot</span>
              <IntervalAxis domain={unit} format={(tick) => tick.toFixed(1)} />
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {figuresOf(part).map((figure) => (
          <Line key={figure.name} figure={figure} asTables={asTables} />
        ))}
      </tbody>
    </table>
  );
}

interface Figure {
  name: string;
  estimated: Pick<RunPart["score"], "mean" | "interval" | "reason">;
  text: (value: number) => string;
  /** Whether it fits the plot's axis. */
  isPlotted: boolean;
}

function figuresOf({ score, pass_rate, corrected }: RunPart): Figure[] {
  const isWithinUnit = [score.mean, score.interval?.low, score.interval?.high].every(
    (value) => value === null || value === undefined || (value >= 0 && value <= 1),
  );
  const rate = { text: percentText, isPlotted: true };
  return [
    { name: "Mean score", estimated: score, text: coefficientText, isPlotted: isWithinUnit },
    { name: "Pass rate", estimated: pass_rate, ...rate },
    ...(corrected?.calibration_id
      ? [
          {
            name: "Pass rate, corrected by calibration",
            estimated: { mean: corrected.rate, interval: corrected.interval, reason: corrected.reason },
            ...rate,
          },
        ]
      : []),
  ];
}

function Line({ figure: { name, estimated, text, isPlotted }, asTables }: { figure: Figure; asTables: boolean }) {
  const { mean, interval, reason } = estimated;
  const words = mean === null ? null : estimateText(mean, interval, text);
  return (
    <tr className="h-9">
      <th scope="row" className="pr-3 font-normal sm:whitespace-nowrap">
        {name}
      </th>
      <td className="pr-3 sm:whitespace-nowrap">{words ?? <Missing reason={reason ?? "No data"} />}</td>
      {asTables ? null : (
        <td className="max-sm:hidden">
          {isPlotted && mean !== null ? (
            <IntervalPlot domain={unit} value={mean} interval={interval} summary={`${name}: ${words}`} />
          ) : null}
        </td>
      )}
    </tr>
  );
}
