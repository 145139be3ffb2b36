import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StartupError } from "@/lib/startup-error";
import { hashSources } from "@/scripts/built.mjs";
import { build } from "./build";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "assay-build-"));
  mkdirSync(join(root, "app", "queues"), { recursive: true });
  writeFileSync(join(root, "app", "queues", "page.tsx"), "first");
  writeFileSync(join(root, "package.json"), "{}");
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true });
});

const changes: [what: string, change: () => void, counts: boolean][] = [
  ["a changed source", () => writeFileSync(join(root, "app", "queues", "page.tsx"), "second"), true],
  ["a new source", () => writeFileSync(join(root, "app", "layout.tsx"), ""), true],
  ["a changed lock file", () => writeFileSync(join(root, "package-lock.json"), "{}"), true],
  ["a variable that Next inlines", () => vi.stubEnv("NEXT_PUBLIC_NAME", "x"), true],
  ["a test", () => writeFileSync(join(root, "app", "page.test.tsx"), ""), false],
  [
    "public files that are made at each start",
    () => {
      mkdirSync(join(root, "public", "docs"), { recursive: true });
      for (const name of ["assay.mjs", "llms.txt", "docs/README.md"]) writeFileSync(join(root, "public", name), "");
    },
    false,
  ],
  ["another folder", () => mkdirSync(join(root, "docs")), false],
  ["a variable of the server", () => vi.stubEnv("PORT", "1"), false],
];

test.each(changes)("%s changes the hash of the sources exactly when it should", (_, change, counts) => {
  const before = hashSources(root);
  change();
  expect(hashSources(root) !== before).toBe(counts);
});

/** Stands in for Next's program: notes that it ran, then ends with the code. */
function fakeNext(code: number): void {
  const folder = join(root, "node_modules", "next", "dist", "bin");
  mkdirSync(folder, { recursive: true });
  const script = `require("node:fs").appendFileSync("runs", "."); require("node:fs").writeFileSync(".next/BUILD_ID", "1"); require("node:fs").writeFileSync("part", process.env.ASSAY_BUILD); console.log(" ✓ Compiled in 1s"); console.error("because"); process.exit(${code});`;
  writeFileSync(join(folder, "next.js"), script);
}

test("builds once, for two concurrent callers and for later ones", async () => {
  fakeNext(0);
  const log = vi.fn();
  const outcomes = await Promise.all([build({ root, log }), build({ root, log })]);
  expect(outcomes.sort()).toEqual(["built", "unchanged"]);
  expect(log).toHaveBeenCalledWith("Compiled in 1s");
  expect(readFileSync(join(root, "runs"), "utf8")).toBe(".");
  await expect(build({ root, log })).resolves.toBe("unchanged");
});

test("a start builds only the screens, and accepts a build with route files too", async () => {
  fakeNext(0);
  const log = () => undefined;
  await build({ root, log });
  expect(readFileSync(join(root, "part"), "utf8")).toBe("screens");
  await expect(build({ root, log, routes: true })).resolves.toBe("built");
  expect(readFileSync(join(root, "part"), "utf8")).toBe("routes");
  await expect(build({ root, log })).resolves.toBe("unchanged");
  writeFileSync(join(root, "app", "queues", "page.tsx"), "second");
  await expect(build({ root, log })).resolves.toBe("built");
  await expect(build({ root, log, routes: true })).resolves.toBe("built");
});

test("of the files that Next looks for, only route files end in .ts", () => {
  const project = join(import.meta.dirname, "../..");
  const found = readdirSync(join(project, "app"), { recursive: true, encoding: "utf8" })
    .concat(readdirSync(project))
    .filter((path) => !path.startsWith("_") && !/[\\/]_/.test(path))
    .filter((path) =>
      /^(?:page|layout|template|default|loading|error|global-error|not-found|route|proxy|instrumentation)\.tsx?$/.test(
        basename(path),
      ),
    );
  expect(found.length).toBeGreaterThan(400);
  for (const path of found) expect(path).toMatch(basename(path).startsWith("route.") ? /\.ts$/ : /\.tsx$/);
});

test("a failed build says why and is retried", async () => {
  fakeNext(1);
  const failure = build({ root, log: () => undefined });
  await expect(failure).rejects.toThrow(StartupError);
  await expect(failure).rejects.toThrow("because");
  fakeNext(0);
  await expect(build({ root, log: () => undefined })).resolves.toBe("built");
});
