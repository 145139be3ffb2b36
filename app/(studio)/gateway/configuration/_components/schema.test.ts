import { expect, test } from "vitest";
import { organizationSchema } from "@/lib/gateway-admin/settings/json-schema";
import { kindOf, type Schema, schemaAt, variantsOf, withSet } from "./schema";
import { readText, textOf } from "./value-text";
import { hintFor } from "./words";

const schema = organizationSchema() as Schema; // safe because it is JSON Schema
const rules = [
  { type: "keyword-blocklist" },
  { type: "webhook" },
  { type: "json-schema" },
  { type: "topic-restriction" },
  { type: "pii-detection" },
];
const config = { guardrails: { rules } };

test.each([
  ["providers.any.api_key", "secret"],
  ["providers.any.api_format", "choice"],
  ["providers.any.models", "lines"],
  ["providers.any.native", "several"],
  ["providers.any.timeout", "number"],
  ["model_map", "pairs"],
  ["routing.failover", "fields"],
  ["routing.failover.on_status_codes", "numbers"],
  ["routing.targets.best.0.provider", "text"],
  ["guardrails.enabled", "switch"],
  ["guardrails.rules.0.config.words", "lines"],
  ["guardrails.rules.1.config.headers", "pairs"],
  ["guardrails.rules.1.config.headers.any", "secret"],
  ["guardrails.rules.2.config.schema", "json"],
  ["guardrails.rules.3.config.allowed_topics", "entries"],
])("the control for %s is %s", (field, kind) => {
  const path = field.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  expect(kindOf(schemaAt(schema, config, path) ?? {})).toBe(kind);
});

test.each([
  [
    "guardrails.rules.4.config.remediation",
    "Altered text passes. “Unchanged” leaves it as it is, and the action of the rule decides.",
  ],
  ["guardrails.rules.1.config.url", "Receives the texts by POST and answers whether they pass."],
  ["guardrails.rules.4.mode", "Asynchronous rules neither block nor delay requests."],
  ["guardrails.rules.4.action", undefined],
])("the help for %s names choices as the form does", (field, hint) => {
  const path = field.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  expect(hintFor(schemaAt(schema, config, path) ?? {}, String(path.at(-1)))).toBe(hint);
});

test("a guardrail's type decides which settings it has", () => {
  expect(schemaAt(schema, config, ["guardrails", "rules", 0, "config", "headers"])).toBeNull();
  expect(variantsOf(schemaAt(schema, config, ["guardrails", "rules"])?.items ?? {}, "type")).toContain("judge");
});

test("every setting shown in a form has a title", () => {
  const untitled = (here: Schema, path: string): string[] => {
    if (here.oneOf) return here.oneOf.flatMap((each) => untitled(each, path));
    const own = Object.entries(here.properties ?? {}).flatMap(([name, each]) => [
      ...(each.title || each.const || each.oneOf ? [] : [`${path}.${name}`]),
      ...untitled(each, `${path}.${name}`),
    ]);
    return [...own, ...(here.items ? untitled(here.items, path) : [])];
  };
  const { providers, routing, guardrails } = schema.properties ?? {};
  const entry = providers?.additionalProperties;
  expect(untitled(typeof entry === "object" ? entry : {}, "provider")).toEqual([]);
  // Laid out by hand, or named by what they belong to.
  const named =
    /\.(targets|model_fallbacks|model_timeouts|rules|config|toxicity|hate_speech|violence|sexual|self_harm)$/;
  const others = [...untitled(routing ?? {}, "routing"), ...untitled(guardrails ?? {}, "guardrails")];
  expect(others.filter((path) => !named.test(path))).toEqual([]);
});

test("an emptied optional section is removed; an entry with a user's name stays", () => {
  const without = (config: object, path: string[]) => withSet(schema, config, path, undefined);
  expect(without({ routing: { failover: { max_attempts: 2 } } }, ["routing", "failover", "max_attempts"])).toEqual({});
  expect(without({ providers: { groq: { timeout: 5 } } }, ["providers", "groq", "timeout"])).toEqual({
    providers: { groq: {} },
  });
});

test.each([
  ["number", "12", 12],
  ["number", "1m30s", "1m30s"],
  ["number", "many", "many"],
  ["number", "  ", undefined],
  ["lines", "a\n\n b ", ["a", "b"]],
  ["numbers", "429, 500 x", [429, 500, "x"]],
  ["json", '{"a": 1}', { a: 1 }],
  ["json", "{", "{"],
  ["text", " as it is", " as it is"],
] as const)("a %s typed as %j is read as %j", (kind, text, value) => {
  expect(readText(kind, text)).toEqual(value);
  expect(readText(kind, textOf(kind, value))).toEqual(value);
});
