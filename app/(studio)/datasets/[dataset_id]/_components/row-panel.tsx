"use client";
import { Dialog } from "@base-ui/react/dialog";
import { ChevronDown, ChevronUp, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "@/app/_ui/button/icon-button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { isTyping } from "@/app/_ui/keyboard/shortcut";
import { links } from "@/lib/client/links";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableRow } from "@/lib/contracts/datasets/table";
import { rowNumber } from "@/lib/datasets/rules/row-number";
import { CellField } from "./cell-field";
import { cellOf, isWritten, runCellOf } from "./cells";

/** A row by its id, or by its position. */
interface Props<Key extends string | number> {
  datasetId: string;
  columns: readonly ConfiguredColumn[];
  /** The open row; the panel is closed without one. */
  row: TableRow | undefined;
  /** The open row's position in the dataset, from 1, if known. */
  position?: number | undefined;
  /** The trace that the open row was made from, if any. */
  traceId?: string | undefined;
  previous: Key | undefined;
  next: Key | undefined;
  mayChange: boolean;
  onOpen: (key: Key | null) => void;
}

/** One full row at the side. Up and down, or K and J, move to its neighbours. */
export function RowPanel<Key extends string | number>({
  datasetId,
  columns,
  row,
  position,
  traceId,
  previous,
  next,
  mayChange,
  onOpen,
}: Props<Key>) {
  const walk = (event: KeyboardEvent) => {
    if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const neighbour = { k: previous, ArrowUp: previous, j: next, ArrowDown: next }[event.key];
    if (neighbour === undefined) return;
    event.preventDefault();
    onOpen(neighbour);
  };
  return (
    <Dialog.Root open={row !== undefined} onOpenChange={(open) => !open && onOpen(null)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          onKeyDown={walk}
          className="floating fixed inset-y-0 right-0 z-40 flex w-full flex-col rounded-none! border-y-0! border-r-0! sm:max-w-xl"
        >
          {row ? (
            <>
              <PanelHead order={row.order} previous={previous} next={next} onOpen={onOpen} />
              <div key={row.rowId} className="grid min-h-0 flex-1 content-start gap-5 overflow-y-auto px-5 py-4">
                {columns.map((column) => (
                  <CellField
                    key={column.id}
                    datasetId={datasetId}
                    rowId={row.rowId}
                    column={column}
                    text={cellOf(row, column)}
                    run={runCellOf(row, column)}
                    mayChange={mayChange && isWritten(column)}
                  />
                ))}
                <div className="flex flex-wrap gap-2 empty:hidden">
                  {position === undefined ? null : (
                    <LinkButton href={links.playground({ dataset: datasetId, row: String(position) })}>
                      Try an evaluation
                    </LinkButton>
                  )}
                  {traceId === undefined ? null : <LinkButton href={links.trace(traceId)}>Open its trace</LinkButton>}
                </div>
              </div>
            </>
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type HeadProps<Key extends string | number> = Pick<Props<Key>, "previous" | "next" | "onOpen"> & { order: number };

function PanelHead<Key extends string | number>({ order, previous, next, onOpen }: HeadProps<Key>) {
  return (
    <header className="flex items-center gap-1 border-b border-line px-5 py-2.5">
      <Dialog.Title className="mr-auto text-lg font-semibold tabular-nums">
        Row {rowNumber(order).toLocaleString("en")}
      </Dialog.Title>
      <IconButton
        label="Previous row"
        keys="k"
        side="bottom"
        disabled={previous === undefined}
        onClick={() => previous !== undefined && onOpen(previous)}
      >
        <ChevronUp aria-hidden="true" />
      </IconButton>
      <IconButton
        label="Next row"
        keys="j"
        side="bottom"
        disabled={next === undefined}
        onClick={() => next !== undefined && onOpen(next)}
      >
        <ChevronDown aria-hidden="true" />
      </IconButton>
      <Dialog.Close
        aria-label="Close"
        className="flex size-7 items-center justify-center rounded-md text-soft hover:bg-hover hover:text-ink pointer-coarse:size-11"
      >
        <X aria-hidden="true" className="size-4" />
      </Dialog.Close>
    </header>
  );
}
