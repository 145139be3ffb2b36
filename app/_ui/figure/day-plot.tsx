import { FigureLink } from "./figure-link";
import { type Domain, placeOf } from "./scale";

export interface DayPoint {
  key: string;
  /** Null if there is no value: a gap, never a 0. */
  value: number | null;
  interval: { low: number; high: number } | null;
  /** The text shown on hover: "9 Nov: 0.71 (0.62 to 0.79), 40 scored". */
  detail: string;
  /** Where the point leads. */
  href?: string;
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

const HEIGHT = 140;
const TOP = 8;
const BOTTOM = 22;
const SIDE = 44;

/** One value per day or hour as a dot on its 95 % interval, all on one axis. Days without a value stay empty. */
export function DayPlot({ points, domain, text, summary }: Props) {
  const y = (value: number): number => TOP + (1 - placeOf(domain, value)) * (HEIGHT - TOP - BOTTOM);
  const lines = [domain.min, (domain.min + domain.max) / 2, domain.max];
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)]">
      <svg aria-hidden="true" width={SIDE} height={HEIGHT} className="overflow-visible">
        {lines.map((value) => (
          <text key={value} x={SIDE - 6} y={y(value) + 4} textAnchor="end" className="fill-faint text-xs tabular-nums">
            {text(value)}
          </text>
        ))}
      </svg>
      <svg
        role={points.some(({ href }) => href) ? "group" : "img"}
        aria-label={summary}
        height={HEIGHT}
        className="block w-full overflow-visible"
      >
        {lines.map((value) => (
          <line key={value} x1="0" x2="100%" y1={y(value)} y2={y(value)} className="stroke-line" />
        ))}
        {points.map((point, index) => (
          <Day key={point.key} point={point} index={index} count={points.length} y={y} />
        ))}
      </svg>
    </div>
  );
}

interface DayProps {
  point: DayPoint;
  index: number;
  /** How many days are shown. */
  count: number;
  y: (value: number) => number;
}

function Day({ point: { value, interval, detail, href, tick }, index, count, y }: DayProps) {
  const x = `${((index + 0.5) / count) * 100}%`;
  return (
    <g>
      <FigureLink href={href} label={detail}>
        <title>{detail}</title>
        {/* Takes pointer events over the whole height. */}
        <rect
          x={`${(index / count) * 100}%`}
          y={TOP}
          width={`${100 / count}%`}
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
        {value === null ? null : <circle cx={x} cy={y(value)} r="3.5" className="fill-series-blue" />}
      </FigureLink>
      {tick ? (
        <text
          x={x}
          y={HEIGHT - 5}
          textAnchor={index < 2 ? "start" : index >= count - 2 ? "end" : "middle"}
          className="fill-faint text-xs tabular-nums"
        >
          {tick}
        </text>
      ) : null}
    </g>
  );
}
