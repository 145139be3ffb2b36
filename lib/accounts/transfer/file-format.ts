// A file of an organization: JSON lines, compressed with gzip. The first line is the header, the last one the end.
import { z } from "zod";

export const FORMAT = "assay organization";
export const FORMAT_VERSION = 1;

/** The first line. */
export const header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** Hash of the newest migration: rows fit only a database of the same schema. */
  schema: z.string(),
  /** Of the server that made the file. */
  release: z.string(),
  exported_at: z.string(),
  organization: z.object({ id: z.uuid(), name: z.string() }),
  /** Tables that the file does not carry, and why. */
  left_out: z.record(z.string(), z.string()),
});
export type Header = z.infer<typeof header>;

/** The last line: without it, the file was cut off. */
export const ending = z.object({ end: z.literal(true), rows: z.int().min(0) });

/** Every other line: a row as PostgreSQL writes it. It is never parsed where that is avoidable, so that no number loses digits. */
export const lineStart = (table: string): string => `{"table":"${table}","row":`;

/** A row's table and its JSON; null for a line of another kind. */
export function rowIn(line: string): { table: string; row: string } | null {
  const [start, table] = line.match(/^\{"table":"([a-z_]+)","row":/) ?? [];
  return start !== undefined && table !== undefined && line.endsWith("}")
    ? { table, row: line.slice(start.length, -1) }
    : null;
}

/** Rows of a person: only what names them, and whether they were deleted. */
export const person = z.object({
  id: z.uuid(),
  email: z.string(),
  name: z.string(),
  deleted_at: z.string().nullish(),
});
export type Person = z.infer<typeof person>;
