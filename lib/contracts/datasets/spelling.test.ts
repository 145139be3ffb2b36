// Published clients send requests about datasets in camelCase, and members that Assay does not know.
import { expect, test } from "vitest";
import { deleteDatasets, renameDataset } from "./datasets";
import { addEmptyRows, deleteRows } from "./table";
import { createDatasetVersion } from "./versions";

const id = "00000000-0000-4000-8000-000000000000";

test.each([
  [addEmptyRows, { numRows: 3 }, { num_rows: 3 }],
  [addEmptyRows, {}, { num_rows: 1 }],
  [renameDataset, { name: "Support" }, { name: "Support" }],
  [deleteDatasets, { datasetIds: [id] }, { dataset_ids: [id] }],
  [createDatasetVersion, { name: "May" }, { name: "May", description: "" }],
])("$name accepts both spellings and unknown members: %#", ({ body }, sent, read) => {
  expect(body.parse({ ...sent, somethingElse: 1 })).toEqual(read);
});

test("deleting rows accepts both spellings, and refuses a misspelled list of rows to keep", () => {
  const { body } = deleteRows;
  expect(body.parse({ rowIds: [id] })).toEqual({ row_ids: [id], selected_all_rows: false });
  expect(body.parse({ selectedAllRows: true })).toEqual({ row_ids: [], selected_all_rows: true });
  expect(body.safeParse({ selected_all_rows: true, row_id: [id] }).success).toBe(false);
});
