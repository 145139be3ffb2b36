import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import type { Contract } from "@/lib/contracts/contract";
import { audited, unrecorded } from "./actions";
import { beforeOf, deletedBy } from "./deleted";

const administrative = ({ access }: Contract) => ["admin", "owner", "gateway", "operator"].includes(access);
const removes = ({ method, name }: Contract) => method === "DELETE" || /^(hardD|d)elete/.test(name);
const exportsFile = ({ envelope, name }: Contract) => envelope === "file" && /^(export|download)/.test(name);

test("every administrative act, deletion and export is recorded, or excluded with a reason", () => {
  const expected = contracts.filter(
    (contract) =>
      (contract.method !== "GET" && (administrative(contract) || removes(contract))) || exportsFile(contract),
  );
  const missing = expected.map(({ name }) => name).filter((name) => !(name in audited) && !(name in unrecorded));
  expect(missing).toEqual([]);
  const both = Object.keys(audited).filter((name) => name in unrecorded);
  expect(both).toEqual([]);
});

test("the tables name existing operations and fields of their input", () => {
  const byName = new Map(contracts.map((contract) => [contract.name, contract]));
  for (const name of [...Object.keys(audited), ...Object.keys(unrecorded)]) expect(byName.has(name), name).toBe(true);
  const wrong = Object.entries(audited).flatMap(([name, { id }]) => {
    const contract = byName.get(name);
    if (!contract || id === undefined) return [];
    const body = "shape" in contract.body ? Object.keys(contract.body.shape as object) : null;
    const fields = [...Object.keys(contract.params.shape), ...contract.queryNames, ...(body ?? [id])];
    return fields.includes(id) ? [] : [`${name}: ${id} is none of ${fields.join(", ")}`];
  });
  expect(wrong).toEqual([]);
});

test("every deletion whose verb writes no entry of its own defines what its entry keeps", () => {
  const targets = ["alert", "dataset", "evaluation", "feedback_key", "label", "prompt", "queue", "simulation"];
  const expected = Object.entries(audited).filter(
    ([name, { target, isWhole }]) => /^(delete|hardDelete|revoke)/.test(name) && targets.includes(target) && isWhole,
  );
  expect(Object.keys(deletedBy).toSorted()).toEqual(expected.map(([name]) => name).toSorted());
});

test.each([
  [[], false, null],
  [[{ id: "1", name: "One" }], false, { name: "One" }],
  [[{ id: "1", name: "One" }], true, { deleted: [{ id: "1", name: "One" }] }],
  [[], true, null],
])("rows %j, as a list: %s, leave %j in the entry", (rows, isList, before) => {
  expect(beforeOf(rows, isList)).toEqual(before);
});
