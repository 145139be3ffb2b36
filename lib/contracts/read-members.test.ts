// Nothing is taken that nobody reads: each member that an operation of evaluation or simulation takes is named by its domain's code,
// not only to be stored. It is a search for names, so a name that other operations read too can hide one that is not read.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { contracts } from ".";

const lib = join(import.meta.dirname, "..");
/** What is taken and not read, with the reason. */
const unread: Readonly<Record<string, string>> = {
  col_type: "documented: checked against the kinds of columns, of which the column's id tells which it is",
  row_groups: "documented: folds the reference's table, which changes how rows are drawn (decision 0107)",
  group_keys: "documented: as row_groups",
  "eval_tags[]": "another name for eval_tags",
  knowledge_base: "kept in the agent's configuration and shown with it",
  livekit_agent_name: "as knowledge_base: the agent's room, which is not called",
  livekit_config_json: "as livekit_agent_name",
  livekit_max_concurrency: "as livekit_agent_name",
  multilingual: "kept in the persona and shown with it; its languages are what a row's customer speaks",
};

const filesIn = (domain: string): string[] =>
  readdirSync(join(lib, domain), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|(?:^|\/)testing[./]/.test(file))
    .map((file) => join(lib, domain, file));

/** Copied as it came, or set to a plain value: stored, and not read by that. */
const COPIED = /\b(\w+): (?:input\.\1|false|true|null)\b/g;
const sources = ["simulation", "evaluation", "datasets"]
  .flatMap(filesIn)
  // Choices of traces: their filters are those of the list.
  .concat(join(lib, "traces/trace-conditions.ts"))
  .map((file) => readFileSync(file, "utf8").replaceAll(COPIED, ""))
  .join("\n");
const named = new Set(sources.match(/\w+/g));

const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** `names_not` stands beside `names`, and is read as the name with that ending. */
const isRead = (name: string): boolean =>
  [name, snakeCase(name), camelCase(name), snakeCase(name).replace(/_not$/, "")].some((one) => named.has(one));

function membersOf(schema: z.ZodType): string[] {
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const found = new Set<string>();
  // Names that a client chooses stand under additionalProperties, and are not looked at.
  JSON.stringify(json, (key, value) => {
    if (key === "properties" && value !== null) for (const name of Object.keys(value)) found.add(name);
    return key === "example" || key === "examples" || key === "default" ? undefined : value;
  });
  return [...found];
}

const operations = ["simulation", "evaluation"].map((domain) =>
  readFileSync(join(lib, domain, "operations.ts"), "utf8"),
);
const own = contracts.filter(({ name }) => operations.some((text) => text.includes(`export const ${name} = `)));

test("evaluation and simulation read every member that they accept", () => {
  expect(own.length).toBeGreaterThan(100);
  const missing = own.flatMap((contract) =>
    [contract.query, contract.body].flatMap((schema) =>
      schema instanceof z.ZodType
        ? membersOf(schema)
            .filter((name) => !isRead(name) && !(snakeCase(name) in unread))
            .map((name) => `${contract.name}: ${name}`)
        : [],
    ),
  );
  expect(missing).toEqual([]);
});

test("excused members are still accepted", () => {
  const taken = new Set(
    own.flatMap(({ query, body }) =>
      [query, body].flatMap((schema) => (schema instanceof z.ZodType ? membersOf(schema) : [])),
    ),
  );
  for (const name of Object.keys(unread)) expect(taken.has(name), name).toBe(true);
});
