import { type SQL, sql } from "drizzle-orm";
import { hasText } from "@/lib/pages";
import type { Column } from "./columns";

/** Rows in which one of the texts contains the searched text. */
export const searchCondition = (columns: readonly Column[], text: string): SQL =>
  sql`(${sql.join(
    columns.filter(({ isVisible }) => isVisible).map((column) => hasText(column.text, text)),
    sql` or `,
  )})`;
