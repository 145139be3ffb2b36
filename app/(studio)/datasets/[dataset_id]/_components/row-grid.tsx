"use client";
import {
  Fragment,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Checkbox } from "@/app/_ui/checkbox";
import { classNames } from "@/app/_ui/class-names";
import { ScrollRegion } from "@/app/_ui/scroll-region";
import { useCoarse } from "@/app/_ui/use-coarse";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableRow } from "@/lib/contracts/datasets/table";
import { ColumnHead, FIRST_REM, Gap, GridRow, widthOf } from "./grid-parts";
import { drawnRows, type Range, rowsIn } from "./row-window";

interface Props {
  columns: readonly ConfiguredColumn[];
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
/** Matches the classes of `GridRow`. */
const ROW_PX = { fine: 36, coarse: 48 } as const;
const HEAD_PX = 36;
const REST_MS = 300;

/**
 * A dataset as a table that scrolls both ways below a fixed header. It renders only rows in view. Arrow keys, Page up and down,
 * Home and End move between rows, Enter opens one.
 */
export function RowGrid(props: Props) {
  const { columns, total, rowAt, range, onRange, first, onRest, stale, onOpen, selected, onSelect, onPrompt } = props;
  const rowHeight = useCoarse() ? ROW_PX.coarse : ROW_PX.fine;
  const shown = useMemo(() => columns.slice(0, SHOWN_COLUMNS), [columns]);
  const region = useRef<HTMLElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const pendingFocus = useRef<number | null>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Always call the latest callback: the address may have changed since the scrolling.
  const latest = useRef(onRest);
  useEffect(() => {
    latest.current = onRest;
  });

  const look = useCallback(() => {
    const at = region.current;
    if (at) onRange(rowsIn({ top: at.scrollTop, height: at.clientHeight }, rowHeight, total));
  }, [onRange, rowHeight, total]);
  const lastFirst = useRef<number | null>(null);
  useLayoutEffect(() => {
    // Not if the person's own scrolling led there.
    if (region.current && lastFirst.current !== first) region.current.scrollTop = first * rowHeight;
    lastFirst.current = first;
  }, [first, rowHeight]);
  useLayoutEffect(look, [look]);
  useEffect(() => {
    const observer = new ResizeObserver(look);
    if (region.current) observer.observe(region.current);
    return () => {
      observer.disconnect();
      clearTimeout(resting.current);
    };
  }, [look]);
  const scrolled = () => {
    look();
    clearTimeout(resting.current);
    resting.current = setTimeout(() => {
      lastFirst.current = Math.round((region.current?.scrollTop ?? 0) / rowHeight);
      latest.current(lastFirst.current);
    }, REST_MS);
  };

  const bringIntoView = (index: number) => {
    const at = region.current;
    if (!at) return;
    const [top, shown] = [index * rowHeight, at.clientHeight - HEAD_PX];
    if (top < at.scrollTop) at.scrollTop = top;
    else if (top + rowHeight > at.scrollTop + shown) at.scrollTop = top + rowHeight - shown;
    look();
  };
  // The row gets the focus once it has loaded. Until then the focus stays.
  const focusWanted = () => {
    if (pendingFocus.current === null) return;
    const button = region.current?.querySelector<HTMLButtonElement>(`button[data-row="${pendingFocus.current}"]`);
    if (!button) return;
    pendingFocus.current = null;
    button.focus({ preventScroll: true });
  };
  useEffect(focusWanted);
  const walk = (event: KeyboardEvent) => {
    const { target, key } = event;
    if (!(target instanceof HTMLButtonElement) || target.dataset.row === undefined) return;
    const page = Math.max(1, Math.floor((region.current?.clientHeight ?? 0) / rowHeight) - 2);
    const from = Number(target.dataset.row);
    const to = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      PageDown: from + page,
      PageUp: from - page,
      Home: 0,
      End: total - 1,
    }[key];
    if (to === undefined) return;
    event.preventDefault();
    pendingFocus.current = Math.min(Math.max(to, 0), total - 1);
    bringIntoView(pendingFocus.current);
    focusWanted();
  };

  const toggle = useCallback(
    (id: string) => {
      const next = new Set(selected);
      if (!next.delete(id)) next.add(id);
      onSelect?.(next);
    },
    [selected, onSelect],
  );
  const { rows, after } = drawnRows(range, focused, total);
  const loaded = rows.flatMap(({ index }) => rowAt(index) ?? []);
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
          <colgroup>
            <col style={{ width: `${FIRST_REM}rem` }} />
            {shown.map((column) => (
              <col key={column.id} style={{ width: `${widthOf(column)}rem` }} />
            ))}
          </colgroup>
          <thead className="sticky top-0 z-10 bg-sunk text-left">
            <tr aria-rowindex={1} className="h-9">
              <th scope="col" className="border-b border-line px-3 text-xs font-normal text-faint">
                {selected && onSelect ? <SelectShown rows={loaded} selected={selected} onSelect={onSelect} /> : "Row"}
              </th>
              {shown.map((column) => (
                <ColumnHead key={column.id} column={column} onPrompt={onPrompt} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ index, skipped }) => {
              const row = rowAt(index);
              return (
                <Fragment key={index}>
                  <Gap rows={skipped} rowHeight={rowHeight} columns={shown.length + 1} />
                  <GridRow
                    index={index}
                    row={row}
                    columns={shown}
                    isSelected={selected && row ? selected.has(row.rowId) : null}
                    onToggle={toggle}
                    onOpen={onOpen}
                  />
                </Fragment>
              );
            })}
            <Gap rows={after} rowHeight={rowHeight} columns={shown.length + 1} />
          </tbody>
        </table>
      </ScrollRegion>
      {columns.length > SHOWN_COLUMNS ? (
        <p className="mt-2 text-xs text-faint">
          The first {SHOWN_COLUMNS} of {columns.length} columns; open a row to see all of it.
        </p>
      ) : null}
    </>
  );
}

interface SelectShownProps {
  rows: readonly TableRow[];
  selected: ReadonlySet<string>;
  onSelect: (selected: Set<string>) => void;
}

function SelectShown({ rows, selected, onSelect }: SelectShownProps) {
  const chosen = rows.filter((row) => selected.has(row.rowId)).length;
  const all = chosen === rows.length && rows.length > 0;
  const change = () => {
    const next = new Set(selected);
    for (const { rowId } of rows) all ? next.delete(rowId) : next.add(rowId);
    onSelect(next);
  };
  return (
    <Checkbox
      hideLabel
      label="Select all loaded rows"
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={change}
    />
  );
}
