// Words of the command line, as tables.
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { operationNamed } from "@/lib/mcp/find-operations";
import { inputOf, readFields } from "./api-input";
import { durationOf, numberOf } from "./arguments";
import { gate } from "./commands/gate";
import { versionNote } from "./server-version";
import { addressOf } from "./settings";

test.each([
  ["90", 90_000],
  ["90s", 90_000],
  ["30m", 1_800_000],
  ["2h", 7_200_000],
])("%s is read as %d ms", (text, milliseconds) => {
  expect(durationOf(text)).toBe(milliseconds);
});
test.each(["", "0", "-1s", "1d", "1.5h", "soon"])("%j is not a duration", (text) => {
  expect(() => durationOf(text)).toThrow("is not a time");
});

test.each(["0", "11", "1.5", "x", ""])("%j is not a number from 1 to 10", (text) => {
  expect(() => numberOf(text, "--limit", 1, 10)).toThrow("--limit takes a number from 1 to 10");
});

test.each([
  ["https://assay.example.com", "https://assay.example.com"],
  ["http://localhost:3000/", "http://localhost:3000"],
])("accepts the address %s", (text, url) => {
  expect(addressOf(text)).toBe(url);
});
test.each(["assay.example.com", "ftp://a", "https://a/path", "https://a/?b", "https://user@a"])(
  "refuses the address: %s",
  (text) => {
    expect(() => addressOf(text)).toThrow("is not a");
  },
);

test.each<[server: string | null, own: string, words: string | null]>([
  ["0.1.0", "0.1.0", null],
  ["0.2.0", "0.1.9", "newer than"],
  ["0.1.9", "0.2.0", "older than"],
  ["1.0.0", "0.9.9", "newer than"],
  ["0.1.0-rc", "0.1.0", "different from"],
  [null, "0.1.0", "older than"],
])("compares a server of version %s with a command of version %s", (server, own, words) => {
  const note = versionNote(server, own, "https://a");
  if (words === null) expect(note).toBeNull();
  else expect(note).toMatch(new RegExp(`${words} this command \\(${own}\\).*https://a/assay\\.mjs`));
});

test("fields are texts until the operation declares their types", async () => {
  const contract = operationNamed(contracts, "addRows") ?? expect.fail("no addRows");
  const fields = readFields(["--dataset_id=7", "--rows", '[{"cells": []}]']);
  expect(await inputOf(contract, { more: "1" }, fields)).toEqual({ dataset_id: "7", rows: [{ cells: [] }], more: "1" });
  expect(readFields(["--flag", "--other", "x y", "--empty="])).toEqual({ flag: true, other: "x y", empty: "" });
  expect(() => readFields(["word"])).toThrow("is not a field");
});

test("refuses an unknown field instead of dropping it", async () => {
  const contract = operationNamed(contracts, "listDatasets") ?? expect.fail("no listDatasets");
  await expect(inputOf(contract, {}, { bogus: "1" })).rejects.toThrow("listDatasets has no field bogus.");
  expect(await inputOf(contract, {}, { search_text: "a" })).toEqual({ search_text: "a" });
});

test("a gate's candidate must be an experiment id", async () => {
  await expect(gate(["main", "next"], new AbortController().signal)).rejects.toThrow(
    "CANDIDATE must be the id of an experiment.",
  );
});
