// A dataset's life over HTTP: what only the wire shows — the multipart form, DELETE with a body, envelopes.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, startMount } from "@/lib/http/testing/mounts";

const base = "/model-hub/develops";
let server: Mounted;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await startMount("stand-alone");
  headers = bearer(await createCredentials(server.db, "Member"));
});
afterAll(() => server?.stop());

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await send(server.url, method, `${base}${path}`, { headers, body });
  return { status: answer.status, result: answer.body.result ?? answer.body, details: answer.body.details };
};

async function upload(fields: Record<string, string | Blob>, fileName = "Calls.csv") {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.set(name, value);
    else form.set(name, value, fileName);
  }
  const path = `${server.url}${base}/create-dataset-from-local-file/`;
  const response = await fetch(path, { method: "POST", headers, body: form });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

test("an Excel workbook becomes a dataset of its first sheet, and more of its rows are added", async () => {
  const bytes = await readFile(join(import.meta.dirname, "files", "testing", "answers.xlsx"));
  const created = await upload({ file: new Blob([bytes]) }, "answers.xlsx");
  expect(created).toMatchObject({ status: 200, body: { result: { dataset_name: "answers", rows_created: 3 } } });
  const { dataset_id } = created.body.result as { dataset_id: string };
  const form = new FormData();
  form.set("file", new Blob([bytes]), "answers.xlsx");
  const path = `${server.url}${base}/${dataset_id}/import_rows/`;
  const added = await fetch(path, { method: "POST", headers, body: form });
  expect(await added.json()).toMatchObject({ result: { rows_added: 3 } });
  const { result } = await call("GET", `/${dataset_id}/get-dataset-table/`);
  expect(result.metadata).toMatchObject({ total_rows: 6 });
  const download = await fetch(`${server.url}${base}/${dataset_id}/download_dataset/`, { headers });
  expect(await download.text()).toContain("Wie lange dauert die Rückgabe? 😀");
});

test("a file becomes a dataset whose cells can change and whose rows can be deleted", async () => {
  const created = await upload({ file: new Blob(["question,score\nWhy?,1\nHow?,2\n"]), model_type: "any" });
  expect(created).toMatchObject({
    status: 200,
    body: { status: true, result: { dataset_name: "Calls", rows_created: 2 } },
  });
  const { dataset_id } = created.body.result as { dataset_id: string };
  const { result } = await call("GET", `/${dataset_id}/get-dataset-table/?current_page_index=0&page_size=1`);
  const [column] = result.column_config;
  const [row] = result.table;
  expect(result.metadata).toMatchObject({ dataset_name: "Calls", total_rows: 2, total_pages: 2, totalPages: 2 });
  expect(row[column.id]).toEqual({ cellValue: "Why?", status: "pass" });

  const change = { row_id: row.rowId, column_id: column.id };
  expect(await call("PUT", `/${dataset_id}/update_cell_value/`, { ...change, new_value: "When?" })).toMatchObject({
    status: 200,
    result: { cell_value: "When?" },
  });
  expect(await call("PUT", `/${dataset_id}/update_cell_value/`, change)).toMatchObject({
    status: 400,
    details: { new_value: ["This field is required."] },
  });
  expect((await call("POST", `/${dataset_id}/add_empty_rows/`, {})).result).toBe("Successfully added 1 empty row(s)");
  expect((await call("DELETE", `/${dataset_id}/delete_row/`, { row_ids: [row.rowId] })).result).toMatchObject({
    deleted: 1,
  });
  expect((await call("GET", `/${dataset_id}/row-ids/?limit=10000`)).result).toMatchObject({
    count: 2,
    results: [expect.any(String), expect.any(String)],
    next: null,
  });
  expect((await call("DELETE", "/delete_dataset/", { dataset_ids: [dataset_id] })).result).toMatchObject({
    deleted: 1,
  });
  expect((await call("GET", `/${dataset_id}/get-dataset-table/`)).status).toBe(404);
});

test.each([
  ["no file", {}, "x.csv", { file: ["This field is required."] }],
  ["text in place of a file", { file: "a,b" }, "x.csv", { file: [expect.any(String)] }],
  [
    "a blank name",
    { file: new Blob(["a\n1\n"]), new_dataset_name: " " },
    "x.csv",
    { new_dataset_name: ["May not be blank."] },
  ],
  [
    "a broken file",
    { file: new Blob(['{"a":1}\n{"a":']) },
    "x.jsonl",
    { file: ["Line 2: this is not a valid JSON object."] },
  ],
])("a form with %s is refused", async (_, fields: Record<string, string | Blob>, fileName, details) => {
  expect(await upload(fields, fileName)).toMatchObject({ status: 400, body: { status: false, details } });
});

test("a Viewer can read but not write", async () => {
  const viewer = bearer(await createCredentials(server.db, "Viewer"));
  expect((await send(server.url, "GET", `${base}/get-datasets/`, { headers: viewer })).status).toBe(200);
  const body = { new_dataset_name: "Mine" };
  expect((await send(server.url, "POST", `${base}/create-empty-dataset/`, { headers: viewer, body })).status).toBe(403);
});
