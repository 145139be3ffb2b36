import { type Domain, placeOf } from "./scale";

export interface MeanPoint {
  key: string;
  /** The text shown on hover: "9 Nov: 0.71 (0.62 to 0.79), 40 scored". */
  detail: string;
  /** Null if there are no values: a gap, never a 0. */
  mean: number | null;
  interval: { low: number; high: number } | null;
  /** The label under the point; omitted when there are many. */
  tick?: string;
}

interface Props {
  points: readonly MeanPoint[];
  domain: Domain;
  /** A text description of the chart, for screen readers. */
  summary: string;
  format: (value: number) => string;
}

const HEIGHT = 140;
const TOP = 8;
const BOTTOM = 22;
const LEFT = 32;

/** Means over time as dots on their 95 % intervals, with a drawn scale. */
export function MeanChart({ points, domain, summary, format }: Props) {
  const y = (value: number) => HEIGHT - BOTTOM - placeOf(domain, value) * (HEIGHT - TOP - BOTTOM);
  const lines = [domain.min, (domain.min + domain.max) / 2, domain.max];
  return (
    <div className="flex">
      <svg aria-hidden="true" width={LEFT} height={HEIGHT} className="shrink-0 overflow-visible">
        {lines.map((value) => (
          <text key={value} x={LEFT - 6} y={y(value) + 4} textAnchor="end" className="fill-faint text-xs tabular-nums">
            {format(value)}
          </text>
        ))}
      </svg>
      <svg role="img" aria-label={summary} height={HEIGHT} className="min-w-0 flex-1 overflow-visible">
        {lines.map((value) => (
          <line key={value} x1="0" x2="100%" y1={y(value)} y2={y(value)} className="stroke-line" />
        ))}
        {points.map(({ key, detail, mean, interval, tick }, index) => {
          const x = `${((index + 0.5) / points.length) * 100}%`;
          return (
            <g key={key}>
              <title>{detail}</title>
              {/* Takes pointer events over the whole height. */}
              <rect
                x={`${(index / points.length) * 100}%`}
                width={`${100 / points.length}%`}
                y={TOP}
                height={HEIGHT - TOP - BOTTOM}
                className="fill-transparent"
              />
              {interval ? (
                <line
                  x1={x}
                  x2={x}
                  y1={y(interval.low)}
                  y2={y(interval.high)}
                  strokeWidth="2"
                  className="stroke-series-blue"
                />
              ) : null}
              {mean === null ? null : <circle cx={x} cy={y(mean)} r="3.5" className="fill-series-blue" />}
              {tick ? (
                <text
                  x={x}
                  y={HEIGHT - 5}
                  textAnchor={index >= points.length - 2 ? "end" : index < 2 ? "start" : "middle"}
                  className="fill-faint text-xs tabular-nums"
                >
                  {tick}
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
