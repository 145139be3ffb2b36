import { type Domain, placeOf, ticksOf } from "./scale";

const STEP = 0.2;
const at = (domain: Domain, value: number): string => `${placeOf(domain, value) * 100}%`;

interface Props {
  domain: Domain;
  value: number | null;
  interval: { low: number; high: number } | null;
  /** A text description, for screen readers. */
  summary: string;
}

/** An estimate as a dot on its 95 % interval. Plots of equal domain and width share one IntervalAxis. */
export function IntervalPlot({ domain, value, interval, summary }: Props) {
  return (
    <div className="px-1.5">
      <svg role="img" aria-label={summary} className="block h-6 w-full overflow-visible">
        <title>{summary}</title>
        {ticksOf(domain, STEP).map((tick) => (
          <line
            key={tick}
            x1={at(domain, tick)}
            x2={at(domain, tick)}
            y1="0"
            y2="100%"
            className={tick === 0 ? "stroke-edge" : "stroke-line"}
          />
        ))}
        {interval ? (
          <line
            x1={at(domain, interval.low)}
            x2={at(domain, interval.high)}
            y1="50%"
            y2="50%"
            strokeWidth="2"
            className="stroke-series-blue"
          />
        ) : null}
        {value === null ? null : <circle cx={at(domain, value)} cy="50%" r="4.5" className="fill-series-blue" />}
      </svg>
    </div>
  );
}

/** The axis above a column of IntervalPlots. */
export function IntervalAxis({ domain, format }: { domain: Domain; format: (tick: number) => string }) {
  return (
    <div className="px-1.5">
      <svg aria-hidden="true" className="block h-4 w-full overflow-visible fill-current">
        {ticksOf(domain, STEP).map((tick) => (
          <text key={tick} x={at(domain, tick)} y="12" textAnchor="middle" className="text-xs tabular-nums">
            {format(tick)}
          </text>
        ))}
      </svg>
    </div>
  );
}
