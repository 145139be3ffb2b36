import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { createEmptyDataset } from "./datasets";
import { addRows, updateCellValue } from "./rows";
import { getDatasetTable } from "./table";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

/** Requests that write the only column of a new dataset. */
async function cellOf(data_type: "text" | "float") {
  const { dataset_id } = await createEmptyDataset(context, {
    new_dataset_name: `Dataset ${randomUUID()}`,
    columns: [{ name: "n", data_type }],
  });
  const add = (value: unknown) => addRows(context, { dataset_id, rows: [{ cells: [{ column_name: "n", value }] }] });
  const { row_ids } = await add("1");
  const query = { dataset_id, current_page_index: 0, page_size: 10, column_config_only: false };
  const column_id = (await getDatasetTable(context, query)).column_config[0]?.id ?? "";
  const update = (new_value: unknown) =>
    updateCellValue(context, { dataset_id, column_id, row_id: row_ids[0] ?? "", new_value });
  return { add, update };
}

test("numbers that JSON cannot represent exactly are refused with their field, and kept as texts", async () => {
  const { add, update } = await cellOf("text");
  const refusal = /^(new_value|rows\.0\.cells\.0\.value): This number is too large.*Send it as a string\.$/;
  for (const sent of ["1e400", "12345678901234567890", '{"id":[12345678901234567890]}']) {
    await expect(update(JSON.parse(sent))).rejects.toThrow(refusal);
    await expect(add(JSON.parse(sent))).rejects.toThrow(refusal);
  }
  expect((await update("12345678901234567890")).cell_value).toBe("12345678901234567890");
  expect((await update(9007199254740991)).cell_value).toBe("9007199254740991");
});

test("a float column accepts large numbers and exponents, but no infinite ones", async () => {
  const { add, update } = await cellOf("float");
  for (const sent of ["6.02e23", "1e20", "12345678901234567890", "-9007199254740993", "1e308", "0.5"]) {
    await add(JSON.parse(sent));
    expect(Number((await update(JSON.parse(sent))).cell_value)).toBe(Number(sent));
  }
  expect((await update(1e20)).cell_value).toBe("1e+20");
  await expect(update(Number.POSITIVE_INFINITY)).rejects.toThrow(/^new_value: /);
  await expect(add({ id: 1e20 })).rejects.toThrow(/^rows\.0\.cells\.0\.value: /);
});
