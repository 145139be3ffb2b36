import { FigureLink } from "./figure-link";
import { countText } from "./numbers";
import { roundUp } from "./scale";

export interface ChartColumn {
  key: string;
  /** The text shown on hover: "9 Nov: 5 items". */
  detail: string;
  count: number;
  /** Where the column leads. */
  href?: string;
  /** The label under the column; omitted when there are many. */
  tick?: string;
}

interface Props {
  columns: readonly ChartColumn[];
  /** A text description of the chart, for screen readers. */
  summary: string;
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
export function ColumnChart({ columns, summary, figureText = countText, edges = [] }: Props) {
  const greatest = Math.max(0, ...columns.map((column) => column.count));
  const peak = columns.findIndex((column) => column.count === greatest);
  const isLabelled = (count: number, index: number) => count > 0 && (columns.length <= LABELLED || index === peak);
  return (
    <svg
      role={columns.some(({ href }) => href) ? "group" : "img"}
      aria-label={summary}
      height={HEIGHT}
      className="block w-full overflow-visible"
    >
      <line x1="0" x2="100%" y1={HEIGHT - BOTTOM + 0.5} y2={HEIGHT - BOTTOM + 0.5} className="stroke-edge" />
      {columns.map((column, index) => (
        <Column
          key={column.key}
          column={column}
          index={index}
          columns={columns.length}
          share={column.count / roundUp(greatest)}
          figure={isLabelled(column.count, index) ? figureText(column.count) : null}
        />
      ))}
      <Edges edges={edges} />
    </svg>
  );
}

interface ColumnProps {
  column: ChartColumn;
  index: number;
  /** How many columns the chart has. */
  columns: number;
  /** The height, as a share of the axis. */
  share: number;
  figure: string | null;
}

function Column({ column: { detail, href, tick }, index, columns, share, figure }: ColumnProps) {
  const plot = HEIGHT - TOP - BOTTOM;
  const height = share * plot;
  const x = (position: number) => `${(position * 100) / columns}%`;
  const label = { x: x(index + 0.5), textAnchor: anchorOf(index, columns) };
  return (
    <g>
      <FigureLink href={href} label={detail}>
        <title>{detail}</title>
        {/* Takes pointer events over the whole height. */}
        <rect x={x(index)} y={TOP} width={x(1)} height={plot} className="fill-transparent" />
        <rect
          x={x(index + 0.1)}
          y={HEIGHT - BOTTOM - height}
          width={x(0.8)}
          height={height}
          rx="1.5"
          className="fill-series-blue"
        />
      </FigureLink>
      {figure === null ? null : (
        <text {...label} y={HEIGHT - BOTTOM - height - 5} className="fill-ink text-xs tabular-nums">
          {figure}
        </text>
      )}
      {tick ? (
        <text {...label} y={HEIGHT - 5} className="fill-faint text-xs tabular-nums">
          {tick}
        </text>
      ) : null}
    </g>
  );
}

function Edges({ edges }: { edges: readonly string[] }) {
  // Long labels would overlap on a phone.
  const every = edges.some((edge) => edge.length > 4) ? 5 : 1;
  const last = edges.length - 1;
  return edges.map((edge, index) =>
    index % every > 0 ? null : (
      <text
        key={edge}
        x={`${(index * 100) / last}%`}
        y={HEIGHT - 5}
        textAnchor={index === 0 ? "start" : index === last ? "end" : "middle"}
        className="fill-faint text-xs tabular-nums"
      >
        {edge}
      </text>
    ),
  );
}

/** Keeps the outermost ticks inside the figure. */
function anchorOf(index: number, count: number): "start" | "middle" | "end" {
  if (count <= LABELLED) return "middle";
  if (index < 2) return "start";
  return index >= count - 2 ? "end" : "middle";
}
