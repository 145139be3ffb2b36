import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { presets } from "./presets";

test("docs/gateway/providers.md names every provider that needs no address", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/gateway/providers.md"), "utf8");
  const [, names = ""] = /^These names need no `base_url`: (.+)\.$/m.exec(page) ?? [];
  // Azure is at an address of each customer.
  expect(names.split(", ")).toEqual(Object.keys(presets).filter((name) => name !== "azure"));
});
