import { getTableName, is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import * as schema from "../schema";
import { sharedTables, tenantTables } from "./tenant-tables";

const tables = Object.values<unknown>(schema).filter((value): value is PgTable => is(value, PgTable));

test("every table is listed as belonging to organizations or as shared", () => {
  const names = [...tenantTables.map(({ name }) => name), ...Object.keys(sharedTables)];
  expect(names.toSorted()).toEqual(tables.map(getTableName).toSorted());
});

test("a table is listed before the tables that it refers to", () => {
  const position = new Map(tenantTables.map(({ name }, index) => [name, index]));
  const wrong = tables.flatMap((table) => {
    const name = getTableName(table);
    const parents = getTableConfig(table).foreignKeys.map((key) => getTableName(key.reference().foreignTable));
    return parents.filter(
      (parent) => parent !== name && (position.get(parent) ?? Infinity) < (position.get(name) ?? 0),
    );
  });
  expect(wrong).toEqual([]);
});
