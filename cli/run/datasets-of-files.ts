// Datasets that hold a file of rows, whole.
import { openAsBlob } from "node:fs";
import { basename, extname } from "node:path";
import { z } from "zod";
import { nameKey } from "@/lib/bounds/normal-form";
import { CallError } from "@/lib/client/call-error";
import { createDatasetFromFile, listDatasetNames } from "@/lib/contracts/datasets/datasets";
import type { Connection } from "../connection";
import { Problem } from "../verdict";
import type { DataFile } from "./read-file";

export const isId = (text: string): boolean => z.guid().safeParse(text).success;

export interface NamedDataset {
  id: string;
  name: string;
}

/** The dataset with this name, ignoring case, or with this id; null if there is none. */
export async function findDataset(connection: Connection, idOrName: string): Promise<NamedDataset | null> {
  const { datasets } = await connection.call(listDatasetNames, isId(idOrName) ? {} : { search_text: idOrName }, {
    retries: true,
  });
  const lower = idOrName.toLowerCase();
  const found = datasets.find(({ dataset_id, name }) => dataset_id === lower || nameKey(name) === nameKey(idOrName));
  return found ? { id: found.dataset_id, name: found.name } : null;
}

export async function requireDataset(connection: Connection, idOrName: string): Promise<NamedDataset> {
  const found = await findDataset(connection, idOrName);
  if (!found) throw new Problem(`There is no dataset ${idOrName}.`);
  return found;
}

/** Makes a dataset of a file, all or nothing; null if another one has the name, also if it was made meanwhile. */
export async function createDataset(
  connection: Connection,
  data: DataFile,
  name: string,
): Promise<NamedDataset | null> {
  const file = new File([await openAsBlob(data.path)], basename(data.path));
  try {
    const made = await connection.call(createDatasetFromFile, { file, new_dataset_name: name });
    return { id: made.dataset_id, name };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (cause instanceof CallError && cause.fields.new_dataset_name && (await findDataset(connection, name)))
      return null;
    throw error;
  }
}

/** The dataset with this content. It carries the content's hash in its name, so another content is another dataset. */
export async function datasetOf(connection: Connection, data: DataFile): Promise<NamedDataset> {
  const stem = basename(data.path, extname(data.path)).slice(0, 200);
  const name = `${stem} ${data.hash.slice(0, 12)}`;
  return (
    (await findDataset(connection, name)) ??
    (await createDataset(connection, data, name)) ??
    (await requireDataset(connection, name))
  );
}
