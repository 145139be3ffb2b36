// Browsers call the API without loading its schemas: what they need of each contract stands in a generated table.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import type { Contract } from "./contract";

const root = join(import.meta.dirname, "../..");
const UPDATE = "run `npx vitest run --project unit lib/contracts/client-operations --update`";

const sourcesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

interface Module {
  path: string;
  alias: string;
  contracts: Contract[];
}

const browserCode = [
  ...sourcesBelow("lib/client").filter((path) => path !== "lib/client/operations.ts"),
  ...sourcesBelow("app").filter((path) => /\/_(?:components|ui)\//.test(path)),
];

/** The operations that browser code names: as members of the table, or imported from it one by one. */
const calledOperations = new Set(
  browserCode.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    const members = [...text.matchAll(/\boperations\.(\w+)/g)].map(([, name]) => name);
    const imported = [...text.matchAll(/import \{([^}]*)\} from "(?:@\/lib\/client|\.|\.\.)\/operations"/g)];
    return [...members, ...imported.flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))];
  }),
);

async function contractModules(): Promise<Module[]> {
  const paths = sourcesBelow("lib/contracts").filter((path) => !path.endsWith("/index.ts"));
  const modules = await Promise.all(
    paths.map(async (file): Promise<Module> => {
      const path = file.replace(/\.ts$/, "");
      const exported = Object.values<unknown>(await import(join(root, file)));
      const alias = path
        .split("/")
        .slice(2)
        .join("-")
        .replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const contracts = exported.filter(isContract).filter(({ name: operation }) => calledOperations.has(operation));
      return { path, alias, contracts };
    }),
  );
  return modules.filter(({ contracts }) => contracts.length > 0);
}

const isContract = (value: unknown): value is Contract =>
  typeof value === "object" && value !== null && "queryNames" in value;

const line = (alias: string, { name, method, path, envelope, accepts, queryNames }: Contract): string =>
  `export const ${name}: Operation<typeof ${alias}.${name}> = ${JSON.stringify({ name, method, path, envelope, accepts, queryNames })};`;

test("the generated table matches the contract of each operation that screens call", async () => {
  const modules = await contractModules();
  const table = [
    "// Generated from lib/contracts: what the screens need at run time of each operation that they call. A test checks and updates it:",
    `// ${UPDATE}`,
    'import type { Operation } from "@/lib/contracts/contract";',
    ...modules.map(({ path, alias }) => `import type * as ${alias} from "@/${path}";`),
    "",
    ...modules.flatMap(({ alias, contracts }) => contracts.map((contract) => line(alias, contract))),
    "",
  ].join("\n");
  await expect(table, UPDATE).toMatchFileSnapshot("../client/operations.ts");
});

describe("code that browsers load", () => {
  const withoutSchemas = new Set([
    "@/lib/contracts/names",
    "@/lib/contracts/alerts/names",
    "@/lib/contracts/evaluation/names",
    "@/lib/contracts/prompts/names",
    "@/lib/contracts/simulation/call-names",
    "@/lib/contracts/simulation/scenario-names",
    "@/lib/contracts/simulation/names",
    "@/lib/contracts/traces/names",
    "@/lib/contracts/limits",
    "@/lib/contracts/address",
  ]);
  const imports = (text: string) =>
    [...text.matchAll(/^(?:import|export) (?!type )([^;]*?) ?from "([^"]+)";$/gm)]
      .filter(([, names = ""]) => !/^\{\s*(?:type \w+,?\s*)+\}$/.test(names))
      .map(([, , source = ""]) => source);

  test.each(browserCode)("%s imports no zod, and from the contracts only names, limits and types", (path) => {
    const schemas = imports(readFileSync(join(root, path), "utf8")).filter(
      (source) => source === "zod" || (source.startsWith("@/lib/contracts/") && !withoutSchemas.has(source)),
    );
    expect(schemas).toEqual([]);
  });
});
