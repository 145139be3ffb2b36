import { classNames } from "../class-names";

/** A static grey bar in place of content; give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames("block h-3 rounded-sm bg-hover", className)} />;
}

const WIDTHS = ["w-3/5", "w-4/5", "w-2/5", "w-1/2", "w-2/3"];

/** The shape of a Table before its rows have loaded. */
export function TableSkeleton({ columns, rows = 8 }: { columns: number; rows?: number }) {
  const cells = Array.from({ length: columns }, (_, index) => index);
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <div className="h-8 border-b border-line" />
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeleton rows have no identity
        <div key={row} className="flex h-9 items-center gap-6 border-b border-line pointer-coarse:h-11">
          {cells.map((cell) => (
            <div key={cell} className={classNames(cell === 0 ? "flex-2" : "flex-1", cell > 1 && "max-sm:hidden")}>
              <Skeleton className={WIDTHS[(row + cell * 2) % WIDTHS.length] ?? "w-1/2"} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The shape that pages share: a title, a line of description, a table. */
export function PageSkeleton({ columns, rows }: { columns: number; rows?: number }) {
  return (
    <>
      <div className="mb-5 grid gap-2 pt-1.5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="w-72" />
      </div>
      <TableSkeleton columns={columns} {...(rows === undefined ? {} : { rows })} />
    </>
  );
}
