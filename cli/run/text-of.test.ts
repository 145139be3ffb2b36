import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOutputs } from "./outputs";
import { readRunFile } from "./read-file";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "assay-texts-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = async (content: string | Buffer): Promise<string> => {
  const path = join(folder, "file");
  await writeFile(path, content);
  return path;
};

test.each([
  ["Latin-1", Buffer.from("name: größe", "latin1")],
  ["UTF-16", Buffer.from("\ufeffname: a", "utf16le")],
  ["UTF-16 without a mark", Buffer.from("name: a", "utf16le")],
])("a file in %s is refused by its name", async (_, content) => {
  const path = await written(content);
  await expect(readRunFile(path)).rejects.toThrow(`${path} is not UTF-8 text.`);
  await expect(readOutputs(path)).rejects.toThrow(`${path} is not UTF-8 text.`);
});

test("outputs may begin with a byte order mark, and what is not JSON is named", async () => {
  expect(await readOutputs(await written('\ufeff{"output":"a"}\n{"output":"b"}\n'))).toEqual([
    { output: "a" },
    { output: "b" },
  ]);
  const path = await written('{"output":"a"}\n{output}\n');
  await expect(readOutputs(path)).rejects.toThrow(`${path}, line 2: Is not JSON.`);
});
