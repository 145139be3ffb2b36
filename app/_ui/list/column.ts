import type { ReactNode } from "react";
import { classNames } from "../class-names";

export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligns numbers, in tabular figures. */
  align?: "left" | "right";
  /** A width that stays the same from page to page, e.g. "w-32". */
  width?: string;
  /** Hidden below 640 px. */
  wide?: boolean;
  /** The name of the order by this column, if the list has an order that can change. */
  sort?: string;
}

export const cellClass = <Row>(column: Column<Row>): string =>
  classNames(
    "pr-4 last:pr-0",
    column.align === "right" && "text-right tabular-nums",
    column.wide && "max-sm:hidden",
    column.width,
  );
