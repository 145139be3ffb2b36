import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { newId } from "./new-id";

test("ids are different UUIDs, also on a page without encryption", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = Array.from({ length: 50 }, newId);
  vi.unstubAllGlobals();
  for (const id of ids) expect(z.uuidv4().parse(id)).toBe(id);
  expect(new Set(ids).size).toBe(50);
});

test("no screen uses randomUUID, which browsers lack on pages without encryption", () => {
  const root = join(import.meta.dirname, "../../..");
  const files = ["app", "lib/client"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.includes("_server"))
      .map((path) => join(root, folder, path)),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((path) => readFileSync(path, "utf8").includes("crypto.randomUUID("));
  expect(
    found.filter((path) => readFileSync(path, "utf8").startsWith('"use client"') || path.includes("_components")),
  ).toEqual([]);
});
