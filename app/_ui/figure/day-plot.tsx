import { type Domain, placeOf } from "./scale";

export interface DayPoint {
  key: string;
  /** Null if there is no value: a gap, never a 0. */
  value: number | null;
  /** The text shown on hover: "9 Nov: 0.82 of 40 spans". */
  detail: string;
  /** The label under the point; omitted when there are many. */
  tick?: string;
}

interface Props {
  points: readonly DayPoint[];
  domain: Domain;
  /** Formats a value on the axis. */
  text: (value: number) => string;
  /** A text description of the chart, for screen readers. */
  summary: string;
}

const HEIGHT = 120;
const TOP = 8;
const BOTTOM = 22;
const SIDE = 44;

/** One value per day as dots on one axis. Days without a value stay empty. */
export function DayPlot({ points, domain, text, summary }: Props) {
  const plot = HEIGHT - TOP - BOTTOM;
  const y = (value: number): number => TOP + (1 - placeOf(domain, value)) * plot;
  const x = (index: number): string => `${((index + 0.5) / Math.max(1, points.length)) * 100}%`;
  const middle = (domain.min + domain.max) / 2;
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)]">
      <svg aria-hidden="true" width={SIDE} height={HEIGHT} className="overflow-visible">
        {[domain.min, middle, domain.max].map((value) => (
          <text key={value} x={SIDE - 6} y={y(value) + 4} textAnchor="end" className="fill-faint text-xs tabular-nums">
            {text(value)}
          </text>
        ))}
      </svg>
      <svg role="img" aria-label={summary} height={HEIGHT} className="block w-full overflow-visible">
        {[domain.min, middle, domain.max].map((value) => (
          <line key={value} x1="0" x2="100%" y1={y(value)} y2={y(value)} className="stroke-line" />
        ))}
        {points.map(({ key, value, detail, tick }, index) => (
          <g key={key}>
            <title>{detail}</title>
            {/* Takes pointer events over the whole height. */}
            <rect
              x={`${(index / points.length) * 100}%`}
              y={TOP}
              width={`${100 / points.length}%`}
              height={plot}
              className="fill-transparent"
            />
            {value === null ? null : <circle cx={x(index)} cy={y(value)} r="3.5" className="fill-series-blue" />}
            {tick ? (
              <text
                x={x(index)}
                y={HEIGHT - 5}
                textAnchor={index < 2 ? "start" : index >= points.length - 2 ? "end" : "middle"}
                className="fill-faint text-xs tabular-nums"
              >
                {tick}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </div>
  );
}
