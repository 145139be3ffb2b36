// Every member that a client sends or gets has a description, and no description is left over.
import { expect, test } from "vitest";
import { contracts } from "@/lib/contracts";
import { isRecord } from "@/lib/records";
import { openApiDocument } from "./document";
import { keyOfWords, wordsByPath } from "./field-words";
import { type Direction, mayBeNull, type Schema, withoutNull } from "./schemas";

interface Member {
  path: readonly string[];
  direction: Direction;
  schema: Schema;
}

const document = openApiDocument(contracts) as unknown as {
  paths: Record<string, Record<string, { operationId: string; requestBody?: unknown; responses: Schema }>>;
  components: { schemas: Record<string, Schema> };
}; // safe: the document is made here
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const NO_SCHEMAS = new Set(["example", "examples", "default", "const", "enum", "required"]);

function* membersIn(value: unknown, path: readonly string[], direction: Direction): Generator<Member> {
  if (Array.isArray(value)) for (const entry of value) yield* membersIn(entry, path, direction);
  if (!isRecord(value) || Array.isArray(value)) return;
  for (const [key, inner] of Object.entries(value)) {
    if (NO_SCHEMAS.has(key)) continue;
    if (key !== "properties" || !isRecord(inner)) yield* membersIn(inner, path, direction);
    else
      for (const [name, schema] of Object.entries(inner)) {
        const at = [...path, name];
        if (isRecord(schema)) yield { path: at, direction, schema };
        yield* membersIn(schema, at, direction);
      }
  }
}

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, id = ""]) => id);

/** The shared schemas that a value refers to, and those that they refer to. */
function sharedBy(value: unknown): string[] {
  const found = new Set<string>();
  const queue = refsIn(value);
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    queue.push(...refsIn(document.components.schemas[id]));
  }
  return [...found];
}

const envelopes = new Map(contracts.map(({ name, envelope }) => [name, envelope]));

/** Members of an answer, named as its contract names them: the contract does not know the envelope. */
function answerOf({ operationId, responses }: (typeof operations)[number]): Member[] {
  const members = [...membersIn(responses[200], [operationId], "output")];
  if (envelopes.get(operationId) !== "result") return members;
  return members.map(({ path, ...member }) => ({ ...member, path: path.length > 2 ? path.toSpliced(1, 1) : path }));
}

const bodies = operations.map(({ requestBody }) => requestBody);
const sent = new Set(sharedBy(bodies));
const components = Object.entries(document.components.schemas);
const requests = [
  ...operations.flatMap(({ operationId, requestBody }) => [...membersIn(requestBody, [operationId], "input")]),
  ...components.flatMap(([id, schema]) => (sent.has(id) ? [...membersIn(schema, [id], "input")] : [])),
];
const answers = [
  ...operations.flatMap(answerOf),
  ...components.flatMap(([id, schema]) => (sent.has(id) ? [] : [...membersIn(schema, [id], "output")])),
];

const silentOf = (members: readonly Member[]) =>
  members
    .filter(({ schema }) => !["description", "$ref", "const"].some((key) => key in schema))
    .map(({ path }) => path.join("."));

test("each member of a request or an answer has a description, unless it can have one value only", () => {
  expect([requests.length > 2000, answers.length > 5000]).toEqual([true, true]);
  expect({ requests: silentOf(requests), answers: silentOf(answers) }).toEqual({ requests: [], answers: [] });
});

test("each description of the glossary is some member's", () => {
  const used = { input: new Set<string>(), output: new Set<string>() };
  for (const { path, direction, schema } of [...requests, ...answers]) {
    const key = keyOfWords(path, direction);
    if (key === undefined) continue;
    const words = wordsByPath[direction][key] ?? "";
    if ([words, withoutNull(words)].includes(String(schema.description))) used[direction].add(key);
  }
  const everywhere = new Set([...used.input, ...used.output]);
  const keys = [...Object.keys(wordsByPath.input), ...Object.keys(wordsByPath.output)];
  expect([...new Set(keys)].filter((key) => !everywhere.has(key))).toEqual([]);
});

test("an answer's description says what null means exactly where the member may be null", () => {
  const wrong = answers.filter(({ schema }) => {
    const takesAnything = schema.type === undefined && schema.anyOf === undefined;
    if (takesAnything || schema.description === undefined) return false;
    const saysNull = /\bnull\b/i.test(String(schema.description).replace("may be null", ""));
    return saysNull !== mayBeNull(schema);
  });
  // These speak of their entries, which may be null.
  expect([...new Set(wrong.map(({ path }) => path.slice(-2).join(".")))]).toEqual([
    "rows.cells",
    "empty_inputs.reads",
    "ResolvedValue.history",
  ]);
});

test("members that only share a name with others have words of their own", () => {
  const wordsOf = (path: string) =>
    [...requests, ...answers].find((member) => member.path.join(".") === path)?.schema.description;
  const { input, output } = wordsByPath;
  const own = {
    "Agent.languages": input.languages,
    "Persona.languages": input["createPersona.languages"],
    "Alert.latency_ms": output["Alert.latency_ms"],
    "Alert.cost_usd": output["Alert.cost_usd"],
    "Scenario.agent_type": output["Scenario.agent_type"],
    "queryEvalLogDetails.filters.output_type": input["filters.output_type"],
    "createMessage.messages.content.content.type": input["content.content.type"],
    "countMessageTokens.n": input["countMessageTokens.n"],
  };
  expect(Object.fromEntries(Object.keys(own).map((path) => [path, wordsOf(path)]))).toEqual(own);
  const choices = requests.filter(({ path }) => path.join(".") === "createResponse.tool_choice.type");
  expect(choices.map(({ schema }) => schema.description)).toEqual([input["createResponse.tool_choice.type"]]);
});

test("descriptions are short sentences without a full stop at their end", () => {
  const texts = [...Object.values(wordsByPath.input), ...Object.values(wordsByPath.output)];
  expect(texts.filter((text) => text.length > 180 || /\.$|^[a-z]/.test(text))).toEqual([]);
});
