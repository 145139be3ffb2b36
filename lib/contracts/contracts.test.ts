// The architecture, held by a test: both mounts serve the same operations, and route files stay what they are.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { segments } from "@/lib/http/paths";
import { apiParts, operations } from "@/lib/operations";
import { config } from "@/proxy";
import { contracts } from ".";

const root = join(import.meta.dirname, "../..");
const app = join(root, "app");
const ROUTE_LINES = 16;
// What libraries require; they are no operations.
const library = new Set(["api/auth/[...auth]", "api/inngest"]);

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

const routes = filesBelow(app)
  .filter((file) => file.endsWith("/route.ts"))
  .map((file) => ({ folder: relative(app, dirname(file)), text: readFileSync(file, "utf8") }));
/** The operations that stand in a route file: the gateway's each under its method, the platform's by `routeOf`. */
const operationsIn = (text: string) =>
  [
    ...text.matchAll(/^export const (?!OPTIONS)[A-Z]+ = webHandler\((\w+)\);$/gm),
    ...text.matchAll(/^export const \{ DELETE, GET, OPTIONS, PATCH, POST, PUT \} = routeOf\(\s*([\w,\s]+?),?\s*\);$/gm),
  ].flatMap(([, names = ""]) => names.split(/,\s*/));
const methodsIn = (text: string) =>
  [...text.matchAll(/^export const (?!OPTIONS)([A-Z]+) = webHandler\((\w+)\);$/gm)].map(([, ...pair]) => pair);

const apiRoutes = routes.filter((route) => !library.has(route.folder));

/** The folder of a route file below `app/` for a documented path. */
const routeFolder = (template: string): string =>
  segments(template)
    .map((segment) =>
      segment.replace(/^\{(\w+)(\.\.\.)?\}$/, (_, name: string, rest?: string) => `[${rest ?? ""}${name}]`),
    )
    .join("/");

test("App Router's route files and the stand-alone server serve the same operations", () => {
  const inApp = apiRoutes.flatMap(({ folder, text }) => operationsIn(text).map((name) => `${folder} ${name}`));
  const inTable = operations.map(({ contract }) => `${routeFolder(contract.path)} ${contract.name}`);
  expect([...inApp].sort()).toEqual([...inTable].sort());
  const paths = operations.map(({ contract }) => `${contract.method} ${routeFolder(contract.path)}`);
  expect(new Set(paths).size).toBe(paths.length);
});

test("each method of a route file is an operation with that method", () => {
  for (const { folder, text } of apiRoutes) {
    for (const [method, name] of methodsIn(text)) {
      const operation = operations.find(({ contract }) => contract.name === name);
      expect(`${folder} ${name} ${operation?.contract.method}`).toBe(`${folder} ${name} ${method}`);
    }
  }
});

test("each part of the API has a route that refuses unknown paths for every method", () => {
  // App Router lets any other route win over it. A part whose own path is an operation has no place for the optional form.
  const documented = new Set(operations.map(({ contract }) => routeFolder(contract.path)));
  const expected = [...apiParts, "api"].map((part) => `${part}/${documented.has(part) ? "[...path]" : "[[...path]]"}`);
  const methods = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];
  const found = routes.filter(({ folder }) => /^[^/]+\/\[+\.{3}path\]+$/.test(folder));
  expect(found.map(({ folder }) => folder).sort()).toEqual(expected.sort());
  for (const { folder, text } of found) {
    expect(text).toMatch(/^const refuse = webHandler\(unknown(?:Admin)?Path\);$/m);
    const refused = [...text.matchAll(/\brefuse as ([A-Z]+)/g)].map(([, method]) => method);
    expect(`${folder} ${refused}`).toBe(`${folder} ${methods}`);
  }
});

test("the page policy covers every screen and no part of the API", () => {
  const isPage = (path: string) => config.matcher.some((pattern) => new RegExp(`^${pattern}$`).test(path));
  for (const part of [...apiParts, "api", "_next"]) {
    expect([part, isPage(`/${part}`), isPage(`/${part}/below`)]).toEqual([part, false, false]);
  }
  for (const path of ["/", "/queues", "/sign-in", "/invitations/accept", "/nothing/here", "/healthy", "/v12"]) {
    expect([path, isPage(path)]).toEqual([path, true]);
  }
});

test("every contract is an operation with a unique name", () => {
  const served = operations.map((operation) => operation.contract.name);
  expect(contracts.map((contract) => contract.name).sort()).toEqual([...served].sort());
  expect(new Set(served).size).toBe(served.length);
});

test("sibling dynamic folders share one name, because different names fail at start", () => {
  const slots = new Map<string, Set<string>>();
  for (const { folder } of routes) {
    const parts = folder.split("/");
    parts.forEach((part, index) => {
      if (!part.startsWith("[") || part.startsWith("[...")) return;
      const parent = parts.slice(0, index).join("/");
      slots.set(parent, (slots.get(parent) ?? new Set()).add(part));
    });
  }
  for (const [parent, names] of slots) expect(`${parent} ${[...names].length}`).toBe(`${parent} 1`);
});

test("gateway routes run on the edge, each by a literal line", () => {
  const gateway = apiRoutes.filter((route) => route.folder.startsWith("v1/"));
  expect(gateway.length).toBeGreaterThan(0);
  for (const { folder, text } of gateway) {
    expect(`${folder} ${text.includes('export const runtime = "edge";')}`).toBe(`${folder} true`);
  }
});

test("route files are only as long as imports and one line per method", () => {
  for (const { folder, text } of routes) {
    expect(`${folder} ${text.split("\n").length - 1 <= ROUTE_LINES}`).toBe(`${folder} true`);
  }
});

describe("examples", () => {
  const withBody = contracts.filter((contract) => contract.method !== "GET");
  test.each(withBody.map((contract) => [contract.name, contract] as const))(
    "%s accepts its own example",
    (_, contract) => {
      const { example, accepts } = contract;
      // An example in JSON shows the text of a file.
      const { file } = Object(example);
      const sent = accepts === "multipart" ? { ...Object(example), file: new File([file], "rows.csv") } : example;
      expect(contract.body.safeParse(sent).error?.issues ?? []).toEqual([]);
    },
  );
});

test("every list and dictionary that a client sends has a size limit", () => {
  const boundless: string[] = [];
  for (const { name, query, body } of contracts) {
    for (const schema of [query, body]) {
      z.toJSONSchema(schema, {
        io: "input",
        unrepresentable: "any",
        override({ zodSchema, path }) {
          const definition: { type: string; most?: number } = zodSchema._zod.def;
          const isMany = ["array", "record", "map", "set"].includes(definition.type);
          if (isMany && definition.most === undefined) boundless.push(`${name}: ${path.join(".")}`);
        },
      });
    }
  }
  expect(boundless).toEqual([]);
});

test("every background function is registered", async () => {
  const { functions } = await import("@/inngest");
  const files = readdirSync(join(root, "inngest/functions")).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const ids = functions.map((registered) => registered.id());
  expect(ids.sort()).toEqual(files.map((file) => file.replace(".ts", "")).sort());
});
