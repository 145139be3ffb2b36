import { and, asc, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import { type DatasetRecord, liveRows } from "./loaders";

const PAGE = 500;

export interface PagedRow<T> {
  id: string;
  order: number;
  value: T;
}

/**
 * The rows in order with a value of each, a page at a time. Each page is read after the last row's position, so that
 * concurrent changes skip or repeat no row.
 */
export async function* rowPages<T>(
  db: Database,
  dataset: DatasetRecord,
  value: SQL<T>,
): AsyncGenerator<PagedRow<T>[], void> {
  let after: Omit<PagedRow<T>, "value"> | null = null;
  for (;;) {
    const rows: PagedRow<T>[] = await db
      .select({ id: datasetRows.id, order: datasetRows.order, value })
      .from(datasetRows)
      .where(
        and(
          liveRows(dataset),
          after ? sql`(${datasetRows.order}, ${datasetRows.id}) > (${after.order}::int, ${after.id}::uuid)` : undefined,
        ),
      )
      .orderBy(asc(datasetRows.order), asc(datasetRows.id))
      .limit(PAGE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last;
  }
}
