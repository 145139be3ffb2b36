import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Journal } from "./journal";

interface Entry {
  id: number;
  text: string;
}

let folder: string;
let warnings: string[];
let opened: Journal<Entry>[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "assay-journal-"));
  warnings = [];
  opened = [];
});
afterEach(async () => {
  for (const journal of opened) await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(): Journal<Entry> {
  const journal = new Journal<Entry>({ folder, warn: (sentence) => void warnings.push(sentence) });
  opened.push(journal);
  return journal;
}
const entry = (id: number): Entry => ({ id, text: `Grüße,\n世界 ${id}` });
const files = () => readdirSync(folder);
const [ended] = [spawnSync(process.execPath, ["--version"]).pid];

/** Makes every file one of a process that has ended. */
function bury(): void {
  for (const [index, name] of files().entries())
    renameSync(join(folder, name), join(folder, `${ended}.abc.${index}.journal`));
}

async function replayed(journal = open()): Promise<Entry[]> {
  const values: Entry[] = [];
  await journal.replay(async (some) => void values.push(...some));
  return values;
}

test("unreleased entries are replayed once after their process has ended", async () => {
  const journal = open();
  for (const id of [1, 2, 3]) journal.keep(entry(id));
  expect(await replayed()).toEqual([]);
  bury();
  expect(await replayed()).toEqual([1, 2, 3].map(entry));
  expect([await replayed(), files(), warnings]).toEqual([[], [], []]);
});

test("entries that could not be stored are replayed again", async () => {
  open().keep(entry(1));
  bury();
  const refuse = () => Promise.reject(new Error("no database"));
  await expect(open().replay(refuse)).rejects.toThrow("no database");
  expect(await replayed()).toEqual([entry(1)]);
});

test("a file takes a bounded number of records, and is deleted once all are released", async () => {
  const journal = open();
  const releases = Array.from({ length: 9_000 }, (_, id) => journal.keep({ id, text: "x".repeat(300) }));
  expect(files().length).toBeGreaterThan(1);
  for (const release of releases) release();
  await vi.waitFor(() => expect(files()).toHaveLength(1));
  await journal.close();
  expect(files()).toEqual([]);
});

test("closing a journal keeps a file with unreleased records", async () => {
  const journal = open();
  const release = journal.keep(entry(1));
  journal.keep(entry(2));
  release();
  await journal.close();
  bury();
  expect(await replayed()).toEqual([1, 2].map(entry));
});

describe("a truncated or damaged file", () => {
  test("replays its complete records, wherever it ends", async () => {
    const journal = open();
    for (const id of [1, 2, 3]) journal.keep(entry(id));
    const [name = ""] = files();
    const whole = readFileSync(join(folder, name));
    rmSync(join(folder, name));
    const ends = [...whole.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
    for (let length = 0; length <= whole.length; length += 1) {
      writeFileSync(join(folder, `${ended}.abc.1.journal`), whole.subarray(0, length));
      expect(await replayed()).toHaveLength(ends.filter((end) => end <= length).length);
    }
    expect(warnings).toEqual([]);
  });

  test("replays its undamaged records and reports how many are lost", async () => {
    const journal = open();
    for (const id of [1, 2, 3]) journal.keep(entry(id));
    const path = join(folder, files()[0] ?? "");
    writeFileSync(path, readFileSync(path, "utf8").replace('"id":2', '"id":7'));
    bury();
    expect((await replayed()).map(({ id }) => id)).toEqual([1, 3]);
    expect(warnings).toEqual([expect.stringMatching(/^Damaged journal records that are lost: 1 /)]);
  });
});

test("an unwritable journal is reported once, and once more when it is writable again", async () => {
  const journal = open();
  rmSync(folder, { recursive: true });
  for (const id of [1, 2, 3]) journal.keep(entry(id))();
  mkdirSync(folder);
  journal.keep(entry(4));
  journal.keep(entry(5));
  expect(warnings).toEqual([
    expect.stringMatching(/^The journal cannot be written \(ENOENT.*a killed server loses/),
    "The journal is writable again.",
  ]);
  bury();
  expect((await replayed()).map(({ id }) => id)).toEqual([4, 5]);
});
