// `assay datasets push` and `pull`: the same bytes come back, also from many rows and from commands that push at once.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Assay, startAssay } from "./testing";

let assay: Assay;
beforeAll(async () => {
  assay = await startAssay();
}, 120_000);
afterAll(() => assay?.stop());

async function roundTrip(name: string, text: string) {
  await assay.write(`${name}.csv`, text);
  const pushed = await assay.run(["datasets", "push", `${name}.csv`]);
  const pulled = await assay.run(["datasets", "pull", name, `${name}.back.csv`]);
  return { pushed, pulled, back: await readFile(join(assay.folder, `${name}.back.csv`), "utf8") };
}

test.each<[name: string, text: string]>([
  ["crlf", 'id,text\r\n1,"a ""quote"", and\r\na line"\r\n2,Zürich → 東京 🚆\r\n'],
  ["lf", 'id,text,more\n1,,""\n02,=1+1,-x\n3, spaced ,\n'],
  ["open-end", "id,text\n1,a\n2,b"],
  ["semicolons", "\uFEFFid;text\r\n1;a,b\r\n2;c\r\n"],
  ["all-quoted", '"id","text"\n"1",""\n"2","b"\n'],
])("pulls %s with the same bytes that were pushed", async (name, text) => {
  const { pushed, pulled, back } = await roundTrip(name, text);
  expect([pushed.code, pushed.err, pulled.code]).toEqual([0, "", 0]);
  expect(back).toBe(text);
});

test("a push names a file that a pull cannot return byte for byte", async () => {
  const { pushed, back } = await roundTrip("mixed", 'id,text\n"1",a\n\n2,"b"\n');
  expect([pushed.code, pushed.err]).toEqual([0, expect.stringContaining("not the same bytes")]);
  expect(back).toBe("id,text\n1,a\n2,b\n");
});

test("100,000 rows survive a push and pull unchanged; two parallel pushes store them once", async () => {
  const texts = ["plain", '"with ""quotes"", commas"', "東京 🚆", "", '""', '"two\r\nlines"', "=SUM(A1)"];
  const rows = Array.from({ length: 100_000 }, (_, row) => `${row},${texts[row % texts.length]},${row / 8}\r\n`);
  const text = `id,text,ratio\r\n${rows.join("")}`;
  await assay.write("many.csv", text);
  const both = await Promise.all([1, 2].map(() => assay.run(["datasets", "push", "many.csv"])));
  expect(both.map(({ code, err }) => [code, err])).toEqual([
    [0, ""],
    [0, ""],
  ]);
  expect(both.map(({ out }) => out.split(":")[0]).sort()).toEqual(["Already there", "Pushed"]);
  expect((await assay.run(["datasets", "pull", "MANY", "many.back.csv"])).code).toBe(0);
  expect((await readFile(join(assay.folder, "many.back.csv"), "utf8")) === text).toBe(true);
}, 180_000);

test("refuses different rows under an existing name, and changes nothing", async () => {
  await assay.write("taken.csv", "a\n1\n");
  await assay.run(["datasets", "push", "taken.csv"]);
  await assay.write("other.csv", "a\n2\n");
  const { code, err } = await assay.run(["datasets", "push", "other.csv", "--name", "Taken"]);
  expect([code, err]).toEqual([3, expect.stringContaining("has other rows")]);
  expect((await assay.run(["datasets", "pull", "taken"])).out).toBe("a\n1\n");
});

test.each<[file: string, text: string, other: string]>([
  [
    "lines.jsonl",
    '{"id":1,"text":"a;b","at":{"row":1}}\n{"id":12345678901234567890,"text":"","more":null}\n{"text":"c"}\n',
    '{"id":1,"text":"a;b","at":{"row":1}}\n{"id":12345678901234567890,"text":null}\n{"text":"c"}\n',
  ],
  ["single.jsonl", '{"text":"a"}\n{"text":null}\n{"text":"b"}\n', '{"text":"b"}\n{"text":"a"}\n'],
  ["array.json", '[{"a":"x"},{"a":"y"}]', '[{"a":"x"}]'],
  ["quotes.csv", 'id, text\n"1",a\n\n2,"b"\n', "id,text\n1,a\n2,c\n"],
])("pushing %s again changes nothing; different rows are refused", async (file, text, other) => {
  await assay.write(file, text);
  const first = await assay.run(["datasets", "push", file]);
  const again = await assay.run(["datasets", "push", file]);
  expect([first.code, again.code, again.out]).toEqual([0, 0, expect.stringContaining("Already there")]);
  await assay.write(file, other);
  const refused = await assay.run(["datasets", "push", file]);
  expect([refused.code, refused.err]).toEqual([3, expect.stringContaining("has other rows")]);
});

test("names a file that cannot be read, even if the dataset exists", async () => {
  await assay.write("broken.csv", "a,b\n1,2\n");
  await assay.run(["datasets", "push", "broken.csv"]);
  await assay.write("broken.csv", "a,b\n1\n");
  const { code, err } = await assay.run(["datasets", "push", "broken.csv"]);
  expect([code, err]).toEqual([3, expect.stringMatching(/broken\.csv: Line 2/)]);
});

test("pulls to standard output if the file is -", async () => {
  await assay.write("piped.csv", "a\n1\n");
  await assay.run(["datasets", "push", "piped.csv"]);
  const { code, out, err } = await assay.run(["datasets", "pull", "piped", "-"]);
  expect([code, out, err]).toEqual([0, "a\n1\n", "piped was written to stdout.\n"]);
  expect(await readdir(assay.folder)).not.toContain("-");
});

test.each([
  ["datasets", "push"],
  ["datasets", "pull"],
  ["prompts", "pull"],
  ["traces", "search"],
  ["traces", "tail"],
])("assay %s %s --help prints its usage", async (command, action) => {
  for (const words of [["--help"], ["x", "-h"]]) {
    const { code, out, err } = await assay.run([command, action, ...words]);
    expect([code, err, out]).toEqual([0, "", expect.stringContaining(`assay ${command} ${action}`)]);
  }
});

test("names a missing file or dataset", async () => {
  expect(await assay.run(["datasets", "push", "none.csv"])).toMatchObject({
    code: 3,
    err: "There is no file none.csv.\n",
  });
  expect(await assay.run(["datasets", "pull", "none"])).toMatchObject({ code: 3, err: "There is no dataset none.\n" });
});
