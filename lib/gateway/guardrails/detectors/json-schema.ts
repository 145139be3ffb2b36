// Whether an answer is JSON of a schema. Neither schema nor answer can make the check long: references are followed when the
// schema is read, never in a circle, and its size times the answer's is bounded.
import { format as formats, type Schema, Validator } from "@cfworker/json-schema";
import type { GuardrailConfig } from "@/lib/contracts/gateway/guardrails";
import type { Detector } from "../finding";
import { compilePattern } from "../patterns";
import { RuleFlaw } from "../rule-flaw";

const MAX_SCHEMA_NODES = 5_000;
/** Nodes of the schema times values of the answer. */
const MAX_STEPS = 5_000_000;
const DRAFT = "2020-12";

type Node = Record<string, unknown>;

/** What a format is checked by takes time in proportion to the text; of the others schemas only make a note. */
const checkedFormats = new Set(["date", "time", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]);

const inside = {
  schema:
    "additionalProperties additionalItems items contains not if then else propertyNames unevaluatedItems unevaluatedProperties",
  list: "allOf anyOf oneOf prefixItems items",
  members: "properties $defs definitions dependentSchemas dependencies",
};
const [schemas, lists, members] = [inside.schema, inside.list, inside.members].map(
  (names) => new Set(names.split(" ")),
);
const refused = new Set([
  "patternProperties",
  "$dynamicRef",
  "$recursiveRef",
  "$dynamicAnchor",
  "$anchor",
  "$id",
  "id",
]);

/** Patterns of schemas are run by the engine for patterns of configurations, as formats under their own names. */
function patternFormat(source: unknown): string {
  if (typeof source !== "string") throw new RuleFlaw("pattern must be a text");
  const pattern = compilePattern(source);
  const name = `pattern ${source}`;
  formats[name] ??= (text) => pattern.matcher(text).find();
  return name;
}

/** The schema with every reference replaced by its target. Throws a RuleFlaw that says what is not supported. */
function prepared(root: Node): Schema {
  let nodes = 0;
  const expand = (schemaNode: unknown, path: readonly string[]): unknown => {
    if (typeof schemaNode === "boolean") return schemaNode;
    if (!isNode(schemaNode)) throw new RuleFlaw("a schema must be an object, true or false");
    if (++nodes > MAX_SCHEMA_NODES) throw new RuleFlaw(`the schema has more than ${MAX_SCHEMA_NODES} nodes`);
    const node: Node = {};
    const all: unknown[] = [];
    for (const [name, value] of Object.entries(schemaNode)) {
      if (refused.has(name)) throw new RuleFlaw(`${name} is not supported`);
      if (name === "$ref") all.push(follow(value, path));
      else if (name === "pattern") all.push({ format: patternFormat(value) });
      else if (name === "$defs" || name === "definitions") continue;
      else if (name === "format") {
        if (typeof value === "string" && checkedFormats.has(value)) node.format = value;
      } else if (lists?.has(name) && Array.isArray(value)) node[name] = value.map((entry) => expand(entry, path));
      else if (members?.has(name) && isNode(value)) {
        node[name] = Object.fromEntries(
          Object.entries(value).map(([member, entry]) => [member, Array.isArray(entry) ? entry : expand(entry, path)]),
        );
      } else node[name] = schemas?.has(name) ? expand(value, path) : value;
    }
    if (all.length > 0) node.allOf = [...(Array.isArray(node.allOf) ? node.allOf : []), ...all];
    return node;
  };
  const follow = (reference: unknown, path: readonly string[]): unknown => {
    if (typeof reference !== "string" || !reference.startsWith("#/")) throw new RuleFlaw("$ref must begin with #/");
    if (path.includes(reference)) throw new RuleFlaw("$ref may not refer to itself");
    const steps = reference
      .slice(2)
      .split("/")
      .map((step) => decoded(step).replaceAll("~1", "/").replaceAll("~0", "~"));
    let target: unknown = root;
    for (const step of steps) target = isNode(target) && Object.hasOwn(target, step) ? target[step] : undefined;
    if (target === undefined) throw new RuleFlaw(`there is no ${reference.slice(0, 100)}`);
    return expand(target, [...path, reference]);
  };
  return expand(root, []) as Schema; // safe because the validator takes what it does not know as it is
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch (error) {
    throw new RuleFlaw("a $ref is not encoded as an address", { cause: error });
  }
}

/** What the validator refuses of a schema that has been prepared lies in members that neither of us knows. */
function validatorOf(schema: Schema): Validator {
  try {
    return new Validator(schema, DRAFT);
  } catch (error) {
    throw new RuleFlaw("the schema cannot be read", { cause: error });
  }
}

const isNode = (value: unknown): value is Node => value !== null && typeof value === "object" && !Array.isArray(value);

/** How much there is to check: values, and pairs of them where a list is searched for equals. */
function sizeOf(value: unknown, pairwise: boolean): number {
  if (value === null || typeof value !== "object") return 1;
  const entries = Object.values(value);
  const pairs = pairwise && Array.isArray(value) ? entries.length ** 2 : 0;
  return entries.reduce<number>((sum, entry) => sum + sizeOf(entry, pairwise), 1 + pairs);
}

const hasUnique = (schema: unknown): boolean =>
  Array.isArray(schema)
    ? schema.some(hasUnique)
    : isNode(schema) && (schema.uniqueItems === true || Object.values(schema).some(hasUnique));

/** Throws for a schema that cannot be checked. */
export function jsonSchema({ schema: schemaInput }: GuardrailConfig<"json-schema">): Detector {
  const schema = prepared(schemaInput);
  const validator = validatorOf(schema);
  const nodes = sizeOf(schema, false);
  const unique = hasUnique(schema);
  const flawOf = (text: string): string | null => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return "The answer is not valid JSON";
    }
    if (sizeOf(value, unique) * nodes > MAX_STEPS) return "The answer is too large to be checked against the schema";
    const { valid, errors } = validator.validate(value);
    // Where it is and which keyword; the keyword's own text may quote the answer.
    const [first] = errors.toReversed();
    return valid
      ? null
      : `The answer does not match the schema (${first?.keyword ?? "schema"} at ${first?.instanceLocation ?? "#"})`;
  };
  return {
    roles: ["assistant"],
    contentOnly: true,
    finders: [],
    written: [
      (text) => {
        const flaw = flawOf(text);
        return flaw === null ? [] : [{ kind: flaw, start: 0, end: text.length }];
      },
    ],
    conclude: (findings) => {
      const [first] = findings.flat();
      return { score: first ? 1 : 0, reason: first?.kind ?? null };
    },
    reach: Number.POSITIVE_INFINITY,
    whole: true,
  };
}
