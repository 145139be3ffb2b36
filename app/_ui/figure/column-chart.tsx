import { countText } from "./numbers";
import { roundUp } from "./scale";

export interface ChartColumn {
  key: string;
  /** The text shown on hover: "9 Nov: 5 items". */
  detail: string;
  count: number;
  /** The label under the column; omitted when there are many. */
  tick?: string;
}

interface Props {
  columns: readonly ChartColumn[];
  /** A text description of the chart, for screen readers. */
  summary: string;
  fill?: string;
  /** Formats a figure; by default as a count. */
  figureText?: (count: number) => string;
  /** Labels between the columns and at both ends, for adjacent ranges: one more than there are columns. */
  edges?: readonly string[];
}

const HEIGHT = 140;
const TOP = 18;
const BOTTOM = 22;
/** With more columns than this, only the highest shows its figure. */
const LABELLED = 14;

/** Counts as columns from zero, with their figures on them. */
export function ColumnChart({
  columns,
  summary,
  fill = "fill-series-blue",
  figureText = countText,
  edges = [],
}: Props) {
  const greatest = Math.max(0, ...columns.map((column) => column.count));
  const top = roundUp(greatest);
  const width = 100 / Math.max(1, columns.length);
  const plot = HEIGHT - TOP - BOTTOM;
  // Long labels would overlap on a phone.
  const every = edges.some((edge) => edge.length > 4) ? 5 : 1;
  const peak = columns.findIndex((column) => column.count === greatest);
  return (
    <svg role="img" aria-label={summary} height={HEIGHT} className="block w-full overflow-visible">
      <line x1="0" x2="100%" y1={HEIGHT - BOTTOM + 0.5} y2={HEIGHT - BOTTOM + 0.5} className="stroke-edge" />
      {columns.map(({ key, detail, count, tick }, index) => {
        const height = (count / top) * plot;
        const centre = `${(index + 0.5) * width}%`;
        const isLabelled = count > 0 && (columns.length <= LABELLED || index === peak);
        return (
          <g key={key}>
            <title>{detail}</title>
            {/* Takes pointer events over the whole height. */}
            <rect x={`${index * width}%`} y={TOP} width={`${width}%`} height={plot} className="fill-transparent" />
            <rect
              x={`${(index + 0.1) * width}%`}
              y={HEIGHT - BOTTOM - height}
              width={`${width * 0.8}%`}
              height={height}
              rx="1.5"
              className={fill}
            />
            {isLabelled ? (
              <text
                x={centre}
                y={HEIGHT - BOTTOM - height - 5}
                textAnchor={anchorOf(index, columns.length)}
                className="fill-ink text-xs tabular-nums"
              >
                {figureText(count)}
              </text>
            ) : null}
            {tick ? (
              <text
                x={centre}
                y={HEIGHT - 5}
                textAnchor={anchorOf(index, columns.length)}
                className="fill-faint text-xs tabular-nums"
              >
                {tick}
              </text>
            ) : null}
          </g>
        );
      })}
      {edges.map((edge, index) =>
        index % every > 0 ? null : (
          <text
            key={edge}
            x={`${index * width}%`}
            y={HEIGHT - 5}
            textAnchor={index === 0 ? "start" : index === columns.length ? "end" : "middle"}
            className="fill-faint text-xs tabular-nums"
          >
            {edge}
          </text>
        ),
      )}
    </svg>
  );
}

/** Keeps the outermost ticks inside the figure. */
function anchorOf(index: number, count: number): "start" | "middle" | "end" {
  if (count <= LABELLED) return "middle";
  if (index < 2) return "start";
  return index >= count - 2 ? "end" : "middle";
}
