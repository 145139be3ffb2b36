import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { Failure } from "@/lib/errors";
import type { FileOutput } from "@/lib/http/respond";
import { createEmptyDataset } from "./datasets";
import { downloadDataset } from "./download";
import { createDatasetFromFile } from "./import";
import { addRows } from "./rows";

const database = suiteDatabase();

test("JSON Lines have every cell as it is stored, in the order of the columns, and come back the same", async () => {
  const context = await createCaller(database.db, await createOrganization(database.db));
  const { dataset_id } = await createEmptyDataset(context, {
    new_dataset_name: `Dataset ${randomUUID()}`,
    columns: [
      { name: "note", data_type: "text" },
      { name: "2", data_type: "integer" },
      { name: "1", data_type: "text" },
    ],
  });
  const texts = ["=1+1", "-x", "+49 170", "", null, '"a"\n,;', "007"];
  await addRows(context, {
    dataset_id,
    rows: texts.map((value, index) => ({
      cells: [
        { column_name: "note", value },
        { column_name: "2", value: index },
      ],
    })),
  });
  const download = async (id: string) => {
    const file = (await downloadDataset(context, {
      dataset_id: id,
      as_uploaded: false,
      file_format: "jsonl",
    })) as FileOutput; // safe: a download is a file
    return new Response(file.content as ReadableStream<Uint8Array>).text(); // safe: byteStream makes one
  };
  const text = await download(dataset_id);
  expect(text.split("\n")[0]).toBe('{"note":"=1+1","2":"0","1":null}');
  expect(text.split("\n").flatMap((line) => (line ? [JSON.parse(line).note] : []))).toEqual(texts);
  const again = await createDatasetFromFile(context, {
    file: new File([text], "again.jsonl"),
    new_dataset_name: `Dataset ${randomUUID()}`,
    model_type: "GenerativeLLM",
  });
  expect((await download(again.dataset_id)).split("\n").map(sorted)).toEqual(text.split("\n").map(sorted));
  const refused = await downloadDataset(context, { dataset_id, as_uploaded: true, file_format: "jsonl" }).catch(
    (error: unknown) => (error instanceof Failure ? error.message : error),
  );
  expect(refused).toBe("as_uploaded: JSON Lines have every cell as it is.");
});

/** The members of a line by name. */
const sorted = (line: string) => (line === "" ? [] : Object.entries(JSON.parse(line) as object).toSorted());
