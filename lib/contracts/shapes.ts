// Basic schemas that several contracts share, and all enums. `db/schema` may import this one file.
import { z } from "zod";
import { dictionary } from "@/lib/bounds/list";
import { MAX_EXACT_COUNT } from "./limits";

import type { Ordering } from "./names";

export * from "./names";

/** Lenient about version bits, as the documented examples are. Read in lower case, as PostgreSQL stores it. */
export const id = z.guid("Must be a UUID.").toLowerCase();
/** How queues and scores reference a source. */
export const sourceId = z.string().min(1).max(255).meta({
  description: "Id of the source; traces and spans also by OpenTelemetry's ids of 32 and 16 hexadecimal digits",
});
const TIME = "Must be a time such as 2026-01-31T10:00:00Z, in the years 1 to 9999.";
const DATE = "Must be a date such as 2026-01-31, in the years 1 to 9999.";
/** ISO 8601. PostgreSQL and JavaScript both read it, and both write its instant with a year of four digits. */
export const timestamp = z.iso.datetime({ offset: true, abort: true, error: TIME }).refine(isWithinYears, TIME);
/** A day that PostgreSQL stores. */
export const day = z.iso.date({ abort: true, error: DATE }).refine((text) => !text.startsWith("0000"), DATE);
/** An IANA time zone that this runtime knows. */
export const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, "Is not a time zone. Use an IANA name such as Europe/Berlin.");
export const BLANK = "May not be blank.";
const AT_MOST_255 = "At most 255 characters.";
/** A name as people enter it, in the form in which it is stored and compared (lib/bounds/normal-form.ts). */
export const name = z.string().normalize().trim().min(1, BLANK).max(255, AT_MOST_255);
/** What must equal another system's text exactly, such as a model. */
export const exactText = z.string().trim().min(1, BLANK).max(255, AT_MOST_255);
export const longText = z.string().max(100_000, "At most 100000 characters.");
export const json: z.ZodType<unknown> = z.unknown();
export const jsonObject = z.record(z.string(), z.unknown());
/** An object from a client, stored unchanged. */
export const givenObject = dictionary(z.string(), z.unknown(), 1000);

export const queueParams = z.object({ queue_id: id });
export const itemParams = z.object({ queue_id: id, item_id: id });

/** Page of a list: 1-based `page`, `limit` rows; `page_size` is another name for `limit`, which wins. */
export const pageQuery = {
  page: z.int().min(1).max(1_000_000).default(1).meta({ description: "1-based page" }),
  limit: z.int().min(1).max(1000).optional().meta({ description: "Rows per page, 10 by default" }),
  page_size: z
    .int()
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: "Another name for limit, which wins if both are sent" }),
};

/** The order of a list: one of the names, or with a minus in front, from the greatest. */
export const orderings = <Name extends string>(names: readonly Name[]) =>
  z.enum([...names, ...names.map((name) => `-${name}` as const)] as Ordering<Name>[]).optional(); // safe: both forms

/** The result of a list verb; `respond` adds links and totals. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({ count: z.int(), page: z.int(), limit: z.int(), results: z.array(row) });

/** The same for long lists. */
export const countedPage = <T extends z.ZodType>(row: T) =>
  page(row).extend({
    is_estimated: z.boolean().meta({ description: `The count is an estimate, as above ${MAX_EXACT_COUNT}` }),
  });

export const deleted = z.object({ deleted: z.literal(true) });

/** PostgreSQL has no year 0, no longer texts, and no offsets of 16 hours. */
function isWithinYears(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  const isRead = text.length <= 64 && !text.startsWith("0000") && !/[+-](1[6-9]|2\d):\d\d$/.test(text);
  return isRead && year >= 1 && year <= 9999;
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
