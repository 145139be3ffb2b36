import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { deleteColumn } from "./columns";
import { createEmptyDataset } from "./datasets";
import { addRows, deleteRows } from "./rows";
import { getDatasetTable } from "./table";
import { compareDatasetVersion } from "./versions/compare";
import { createDatasetVersion, listDatasetVersionRows, listDatasetVersions } from "./versions/versions";

const database = suiteDatabase();
let context: Context;
beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const tableOf = (dataset_id: string, search = "") =>
  getDatasetTable(context, { dataset_id, search, current_page_index: 0, page_size: 10, column_config_only: false });

test("no search and no version shows the cells of a deleted column", async () => {
  const { dataset_id } = await createEmptyDataset(context, {
    new_dataset_name: `Dataset ${randomUUID()}`,
    columns: [
      { name: "text", data_type: "text" },
      { name: "secret", data_type: "text" },
    ],
  });
  const cells = [
    { column_name: "text", value: "hay" },
    { column_name: "secret", value: "needle" },
  ];
  await addRows(context, { dataset_id, rows: [{ cells }] });
  const { column_config: columns } = await tableOf(dataset_id);
  const [text = "", secret = ""] = columns.map(({ id }) => id);
  const cellsOf = async (name: string) => {
    const { id: version_id } = await createDatasetVersion(context, { dataset_id, name, description: "" });
    const { results } = await listDatasetVersionRows(context, { dataset_id, version_id, page: 1, limit: 10 });
    return results.map((row) => row.cells);
  };
  const foundBy = async (search: string) => (await tableOf(dataset_id, search)).metadata.total_rows;
  expect(await cellsOf("Before")).toEqual([{ [text]: "hay", [secret]: "needle" }]);
  expect([await foundBy("needle"), await foundBy("hay")]).toEqual([1, 1]);
  await deleteColumn(context, { dataset_id, column_id: secret });
  expect([await foundBy("needle"), await foundBy("hay")]).toEqual([0, 1]);
  expect(await cellsOf("After")).toEqual([{ [text]: "hay" }]);
  const version = (await listDatasetVersions(context, { dataset_id, page: 1, limit: 1 })).results[0];
  await deleteRows(context, { dataset_id, row_ids: [], selected_all_rows: true });
  const version_id = version?.id ?? "";
  const compared = await compareDatasetVersion(context, { dataset_id, version_id, page: 1, limit: 10 });
  expect(compared.results.map((row) => row.cells.map(({ column }) => column))).toEqual([["text"]]);
});
