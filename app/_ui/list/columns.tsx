import { Missing } from "../feedback/missing";
import { countText } from "../figure/numbers";
import { Time } from "../text/time";
import type { Column } from "./table";

type Look<Row> = Pick<Column<Row>, "width" | "wide" | "sort">;

/** Of a column of names that takes the room which the others leave, and shortens what is longer. */
export const NAME_WIDTH = "w-full max-w-0 min-w-32 sm:min-w-48";

interface TimeLook<Row> extends Look<Row> {
  /** Why a row has no moment. */
  missing?: string;
}

/** A column of moments. */
export const timeColumn = <Row,>(
  header: string,
  at: (row: Row) => string | null,
  { missing = "Unknown", ...look }: TimeLook<Row> = {},
): Column<Row> => ({
  key: header,
  header,
  align: "right",
  width: "w-28",
  cell: (row) => {
    const moment = at(row);
    return moment ? <Time at={moment} /> : <Missing reason={missing} />;
  },
  ...look,
});

/** A column of counts. */
export const countColumn = <Row,>(header: string, count: (row: Row) => number, look: Look<Row> = {}): Column<Row> => ({
  key: header,
  header,
  align: "right",
  cell: (row) => countText(count(row)),
  ...look,
});

interface ActionsLook<Row> extends Look<Row> {
  /** What is read aloud as the column's name. */
  header?: string;
}

/** A last column with buttons or a menu for a row, whose name is not shown. */
export const actionsColumn = <Row,>(
  { header = "Actions", ...look }: ActionsLook<Row>,
  cell: Column<Row>["cell"],
): Column<Row> => ({
  key: "actions",
  header: <span className="sr-only">{header}</span>,
  align: "right",
  cell,
  ...look,
});
