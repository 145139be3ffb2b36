// The suites that walk every operation know which ids it takes. One that they do not know would pass them unasked.
import { expect, test } from "vitest";
import { operations } from "@/lib/operations";
import { carriesIds, isKnown, placesOf } from "./testing/foreign-requests";
import type { Furnished } from "./testing/furnish";

const contracts = operations.map(({ contract }) => contract);
const ids = new Proxy({}, { get: (_, name) => `id of ${String(name)}` }) as Furnished; // safe: it has a text for each name

test("every path slot gets a value", () => {
  for (const contract of contracts) expect(() => placesOf(contract, ids), contract.name).not.toThrow();
});

test("every operation that takes ids is requested with foreign ids", () => {
  const fieldsOf = (schema: unknown) => Object.keys((schema as { shape?: object }).shape ?? {}); // safe: only objects have a shape
  const missing = contracts
    .filter(({ access, path }) => access !== "public" && !path.startsWith("/v1/"))
    .filter((contract) => carriesIds([...fieldsOf(contract.query), ...fieldsOf(contract.body)]) && !isKnown(contract));
  expect(missing.map((contract) => contract.name)).toEqual([]);
});
