// Queries of the hot paths, put together once a process: drizzle takes longer to write a query than PostgreSQL to run it.
import { fillPlaceholders, is, type Query, type SQL, sql } from "drizzle-orm";
import { drizzle, PostgresJsSession } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import { type Database, schemaOptions } from "./client";

type Values = Record<string, unknown>;
type Preparable<T> = { prepare(name: string): { execute(values: Values): Promise<T> } };

/** A value that each execution of a statement fills in, by name. */
export const param = sql.placeholder;

/** A query whose values are `param(…)`: `find(db, { id })` runs it on a pool or in a transaction. */
export function statement<T>(build: (db: Database) => Preparable<T>): (db: Database, values: Values) => Promise<T> {
  let prepared: ReturnType<Preparable<T>["prepare"]> | undefined;
  return (db, values) => {
    prepared ??= build(writer).prepare("statement");
    target = clientOf(db);
    try {
      return prepared.execute(values); // asks for its client before it first waits
    } finally {
      target = undefined;
    }
  };
}

/** The same for a statement in SQL; its rows come as PostgreSQL sends them, times as text. */
export function sqlStatement<Row>(text: () => SQL): (db: Database, values: Values) => Promise<readonly Row[]> {
  let written: Query | undefined;
  return async (db, values) => {
    written ??= writer.execute(text()).getQuery();
    const parameters = fillPlaceholders(written.params, values) as never[]; // safe: the driver takes what drizzle fills in
    const rows = await clientOf(db).unsafe(written.sql, parameters, { prepare: true });
    return rows as unknown as Row[]; // safe as far as the statement's author names its columns truly
  };
}

function clientOf(db: Database): postgres.Sql {
  const { session } = db._;
  // Not instanceof: Next bundles a copy of drizzle of its own, and the pool may come from the other one.
  if (is(session, PostgresJsSession)) return session.client;
  throw new Error("This database is not one of db/client.ts.");
}

// What `writer` gets as its client: passes each query on to the client that it is executed on.
let target: postgres.Sql | undefined;
const relay = {
  options: { parsers: {}, serializers: {} },
  unsafe(query: string, parameters: never[], options: object) {
    if (!target) throw new Error("A statement is executed on the database that it is called with.");
    return target.unsafe(query, parameters, options);
  },
};
const writer: Database = drizzle(relay as unknown as postgres.Sql, schemaOptions); // safe: drizzle uses no more of it
