"use client";
import { Fragment, useCallback, useMemo } from "react";
import { classNames } from "@/app/_ui/class-names";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { useCoarse } from "@/app/_ui/use-coarse";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableRow } from "@/lib/contracts/datasets/table";
import { toggled } from "@/lib/toggled";
import { GridHead, SelectShown } from "./grid-head";
import { FIRST_REM, Gap, GridRow, widthOf } from "./grid-row";
import { drawnRows, type Range } from "./row-window";
import { useGridScroll } from "./use-grid-scroll";
import { useRowFocus } from "./use-row-focus";

interface Props {
  datasetId: string;
  columns: readonly ConfiguredColumn[];
  /** The order, as in the address. */
  sort: string;
  /** Number of rows in the dataset, or in the search results. */
  total: number;
  /** Undefined until loaded. */
  rowAt: (index: number) => TableRow | undefined;
  /** The rendered rows; the caller loads rows by it. */
  range: Range;
  onRange: (range: Range) => void;
  /** The top row at first. */
  first: number;
  /** Called when scrolling stops. */
  onRest: (first: number) => void;
  /** Shows older rows while newer ones load. */
  stale: boolean;
  onOpen: (index: number) => void;
  /** Set if rows can be selected. */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: Set<string>) => void;
  /** Set if prompts of columns can be changed. */
  onPrompt?: (columnId: string) => void;
}

/** More columns are in a row's panel: a table with hundreds is slow to render and hard to read. */
const SHOWN_COLUMNS = 40;
const none: ReadonlySet<string> = new Set();
/** Matches the classes of `GridRow`. */
const ROW_PX = { fine: 36, coarse: 48 } as const;

/**
 * A dataset as a table that scrolls both ways below a fixed header. It renders only rows in view. Arrow keys, Page up and down,
 * Home and End move between rows, Enter opens one.
 */
export function RowGrid(props: Props) {
  const { datasetId, sort, columns, total, rowAt, range, stale, selected, onSelect, onPrompt } = props;
  const rowHeight = useCoarse() ? ROW_PX.coarse : ROW_PX.fine;
  const shown = useMemo(() => columns.slice(0, SHOWN_COLUMNS), [columns]);
  const { region, scrolled, bringIntoView } = useGridScroll(props, rowHeight);
  const { focused, setFocused, walk } = useRowFocus({ region, rowHeight, total, bringIntoView });
  const drawn = drawnRows(range, focused, total);
  const loaded = drawn.rows.flatMap(({ index }) => rowAt(index) ?? []);
  return (
    <>
      <ScrollRegion
        label="Rows"
        ref={region}
        onScroll={scrolled}
        className="max-h-[calc(100dvh-14rem)] min-h-64 scroll-pt-9 overflow-auto rounded-lg border border-line [overflow-anchor:none] max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
      >
        <table
          aria-busy={stale}
          aria-rowcount={total + 1}
          onKeyDown={walk}
          onFocus={({ target }) => target.dataset.row !== undefined && setFocused(Number(target.dataset.row))}
          className={classNames("w-full table-fixed border-separate border-spacing-0 text-sm", stale && "opacity-60")}
          style={{ minWidth: `${shown.reduce((sum, column) => sum + widthOf(column), FIRST_REM)}rem` }}
        >
          <caption className="sr-only">Rows of the dataset</caption>
          <Widths columns={shown} />
          <GridHead {...{ datasetId, sort, onPrompt }} columns={shown} mayChange={selected !== undefined}>
            {selected && onSelect ? <SelectShown rows={loaded} selected={selected} onSelect={onSelect} /> : "Row"}
          </GridHead>
          <GridBody drawn={drawn} rowHeight={rowHeight} grid={{ ...props, columns: shown }} />
        </table>
      </ScrollRegion>
      <LeftOut columns={columns.length} />
    </>
  );
}

interface BodyProps {
  drawn: ReturnType<typeof drawnRows>;
  rowHeight: number;
  grid: Pick<Props, "columns" | "rowAt" | "onOpen" | "selected" | "onSelect">;
}

/** The rendered rows, and gaps as high as the rows between them. */
function GridBody({ drawn: { rows, after }, rowHeight, grid }: BodyProps) {
  const { columns, rowAt, onOpen, selected, onSelect } = grid;
  const toggle = useCallback((id: string) => onSelect?.(toggled(selected ?? none, id)), [selected, onSelect]);
  return (
    <tbody>
      {rows.map(({ index, skipped }) => {
        const row = rowAt(index);
        return (
          <Fragment key={index}>
            <Gap rows={skipped} rowHeight={rowHeight} columns={columns.length + 1} />
            <GridRow
              index={index}
              row={row}
              columns={columns}
              isSelected={selected && row ? selected.has(row.rowId) : null}
              onToggle={toggle}
              onOpen={onOpen}
            />
          </Fragment>
        );
      })}
      <Gap rows={after} rowHeight={rowHeight} columns={columns.length + 1} />
    </tbody>
  );
}

const Widths = ({ columns }: Pick<Props, "columns">) => (
  <colgroup>
    <col style={{ width: `${FIRST_REM}rem` }} />
    {columns.map((column) => (
      <col key={column.id} style={{ width: `${widthOf(column)}rem` }} />
    ))}
  </colgroup>
);

const LeftOut = ({ columns }: { columns: number }) =>
  columns > SHOWN_COLUMNS ? (
    <p className="mt-2 text-xs text-faint">
      The first {SHOWN_COLUMNS} of {columns} columns; open a row to see all of it.
    </p>
  ) : null;
