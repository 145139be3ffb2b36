import NextLink from "next/link";
import { classNames } from "../class-names";
import { ScrollRegion } from "../page/scroll-region";

export interface HeatCell {
  /** 0 to 1: how dark the cell is. */
  share: number;
  /** The text in the cell. */
  text: string;
  /** A smaller line below, such as the sample size and interval. */
  note?: string;
  /** The data behind the figure, on hover. */
  detail: string;
  /** Where the cell leads; `detail` is then read aloud with the text. */
  href?: string;
}

interface Props {
  caption: string;
  names: readonly { id: string; name: string }[];
  /** Names of the two axes, where rows and columns differ. */
  corner?: string;
  /** Null if there is nothing to show, for example because two people have no items in common. */
  cellOf: (rowId: string, columnId: string) => HeatCell | null;
  /** Ends of the scale, e.g. "0 %" and "100 %". */
  ends: readonly [string, string];
}

/** The darkest step of the scale, limited so that figures keep their contrast in both themes. */
const DARKEST = 52;
/** One hue from light to dark, readable without colour and with colour blindness. */
const shade = (share: number) => ({
  background: `color-mix(in oklab, var(--series-blue) ${(4 + share * (DARKEST - 4)).toFixed(1)}%, var(--paper))`,
});

/** Pairs of names as a grid of figures on a sequential scale. The chart is also a table. */
export function HeatMap({ caption, corner, names, cellOf, ends }: Props) {
  return (
    <figure>
      <ScrollRegion label={caption} className="overflow-x-auto pb-1">
        <table className="border-separate border-spacing-0.5 text-sm tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <td className="pr-3 align-bottom text-xs whitespace-nowrap text-faint">{corner}</td>
              {names.map(({ id, name }) => (
                <th
                  key={id}
                  scope="col"
                  className="w-18 max-w-18 min-w-12 px-1 pb-1 text-center align-bottom text-xs font-normal text-soft wrap-anywhere"
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((row) => (
              <tr key={row.id}>
                <th scope="row" className="max-w-40 min-w-20 truncate pr-3 text-left font-normal">
                  {row.name}
                </th>
                {names.map((column) => (
                  <Cell key={column.id} same={row.id === column.id} cell={cellOf(row.id, column.id)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <figcaption className="mt-2 flex items-center gap-2 text-xs text-faint">
        {ends[0]}
        <span aria-hidden="true" className="flex">
          {[0, 0.25, 0.5, 0.75, 1].map((share) => (
            <span key={share} className="h-2.5 w-6" style={shade(share)} />
          ))}
        </span>
        {ends[1]}
      </figcaption>
    </figure>
  );
}

function Cell({ same, cell }: { same: boolean; cell: HeatCell | null }) {
  if (same && !cell) return <td className="text-center text-faint">·</td>;
  const text = cell ? (
    <>
      {cell.text}
      {cell.note ? <span className="block px-1 text-xs whitespace-nowrap text-soft">{cell.note}</span> : null}
    </>
  ) : (
    "–"
  );
  return (
    <td
      title={cell?.detail ?? "No items in common"}
      style={cell ? shade(cell.share) : undefined}
      className={classNames("h-8 rounded-sm text-center", cell ? "text-ink" : "text-faint")}
    >
      {cell?.href ? (
        <NextLink
          href={cell.href}
          prefetch={false}
          className="flex min-h-8 flex-col justify-center rounded-sm hover:underline hover:underline-offset-2 pointer-coarse:min-h-11"
        >
          {text}
          <span className="sr-only">: {cell.detail}</span>
        </NextLink>
      ) : (
        text
      )}
    </td>
  );
}
