// An organization from another server's file (export-organization.ts), in one transaction: all of it, or nothing.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { VERSION } from "@/lib/version";
import type { Header } from "./file-format";
import { Newcomers } from "./newcomers";
import { FileRefused, type IncomingRow, readFile } from "./read-file";
import { carriedTables } from "./rules/carried";
import { schemaOf } from "./schema-of";
import { TableWriter } from "./table-writer";
import { assertOwn, loadBrought } from "./verify";

export interface Imported {
  organizationId: string;
  name: string;
  /** By table. */
  rows: Record<string, number>;
  /** Accounts that were here already, found by their email address. */
  known: number;
  /** Accounts that were made, without passwords. */
  created: number;
}

const MOST_ROWS = 500;
const MOST_CHARACTERS = 4 * 1024 * 1024;

/**
 * Stores the organization of a file. Rejects with FileRefused if the file is broken, made for another version of the schema,
 * or of an organization that is here already; then nothing is stored.
 * @param bytes of the file, compressed
 */
export async function importOrganization(db: Database, bytes: AsyncIterable<Uint8Array>): Promise<Imported> {
  const { header, rows } = await readFile(bytes);
  assertSchema(await schemaOf(db), header);
  try {
    return await db.transaction((tx) => store(tx, header, rows));
  } catch (error) {
    throw refusalOf(error);
  }
}

function assertSchema(own: string, { schema, release }: Header): void {
  if (schema === own) return;
  throw new FileRefused(
    `The file was made by Assay ${release} with another database schema than this server's, of Assay ${VERSION}. ` +
      "Bring both servers to the same version and export again.",
  );
}

async function store(tx: Database, { organization }: Header, rows: AsyncGenerator<IncomingRow>): Promise<Imported> {
  await tx.execute(sql`set local statement_timeout = 0`);
  const known = new Set(["organizations", ...carriedTables.map(({ name }) => name)]);
  const people = new Newcomers(tx);
  const writer = new TableWriter(tx);
  for await (const batch of batches(rows)) {
    const { table } = batch;
    if (table === "users") await people.add(batch.rows);
    else if (known.has(table)) await writer.write(table, batch.rows.map(people.renamed));
    else throw new FileRefused(`The file has rows of ${table}, which no export has.`);
  }
  assertOwn(await loadBrought(tx, organization.id, people.ids), writer.written);
  return {
    organizationId: organization.id,
    name: organization.name,
    rows: Object.fromEntries(writer.written),
    known: people.known,
    created: people.created,
  };
}

interface Batch {
  table: string;
  rows: string[];
}

/** Neighbouring rows of one table. */
async function* batches(rows: AsyncGenerator<IncomingRow>): AsyncGenerator<Batch> {
  let batch: Batch = { table: "", rows: [] };
  let characters = 0;
  for await (const { table, row } of rows) {
    if (table !== batch.table || batch.rows.length >= MOST_ROWS || characters >= MOST_CHARACTERS) {
      if (batch.rows.length > 0) yield batch;
      [batch, characters] = [{ table, rows: [] }, 0];
    }
    batch.rows.push(row);
    characters += row.length;
  }
  if (batch.rows.length > 0) yield batch;
}

const UNIQUE = "23505";
/** Values that do not fit their columns, and rows that violate a constraint. */
const UNFIT = /^(22|23)/;

function refusalOf(error: unknown): unknown {
  const code = databaseErrorCode(error) ?? "";
  const detail = detailOf(error);
  if (code === UNIQUE)
    return new FileRefused(`The organization, or a part of it, is on this server already. ${detail}`);
  return UNFIT.test(code) ? new FileRefused(`A row of the file does not fit. ${detail}`) : error;
}

function detailOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { table_name: table = "", detail = cause.message } = cause as { table_name?: string; detail?: string }; // of postgres.js
    if (databaseErrorCode(cause) && "severity" in cause) return `PostgreSQL says: ${table} ${detail}`.trim();
  }
  return "";
}
