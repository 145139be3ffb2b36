// An operation for a model: what it does, and the schemas of its input and answer.
import type { Contract } from "@/lib/contracts/contract";
import { descriptionOf } from "@/lib/openapi/document";
import type { Use } from "@/lib/openapi/field-words";
import { collectSchemas, type Schema } from "@/lib/openapi/schemas";
import { recordIn } from "@/lib/records";
import { isReading } from "./rules";

/** A longer schema of an answer is left out: the answer itself says the same. */
const MAX_ANSWER_SCHEMA = 12_000;

/** The schema as the API's description has it, with the shared ones that it refers to. */
function schemaOf(schema: Contract["body"], use: Use, owner: string): Schema {
  const schemas = collectSchemas();
  const own = schemas.of(schema, use, owner);
  const $defs = schemas.components;
  const whole = Object.keys($defs).length > 0 ? { ...own, $defs } : own;
  return recordIn(JSON.parse(JSON.stringify(whole).replaceAll('"#/components/schemas/', '"#/$defs/')));
}

/** One flat object, as `call_operation` takes it: the fields of path, query and body. */
export function inputSchema({ name, params, query, body }: Contract): Schema {
  const parts = [
    schemaOf(params, "parameter", name),
    schemaOf(query, "parameter", name),
    schemaOf(body, "input", name),
  ];
  const merge = (members: "properties" | "$defs"): Schema =>
    Object.assign({}, ...parts.map((part) => recordIn(part[members])));
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required : []));
  const others = parts.filter((part) => !("properties" in part)).map(({ $defs: _, ...part }) => part);
  const $defs = merge("$defs");
  return {
    type: "object",
    properties: merge("properties"),
    required,
    ...(others.length > 0 ? { allOf: others } : {}),
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}

export function describeOperation(contract: Contract): Schema {
  const { name, method, path, summary, access, envelope, response, example } = contract;
  const answer = envelope === "file" ? null : schemaOf(response, "output", name);
  const isShort = answer !== null && JSON.stringify(answer).length <= MAX_ANSWER_SCHEMA;
  return {
    name,
    request: `${method} ${path}`,
    summary,
    description: descriptionOf(contract),
    access,
    reads_only: isReading(contract),
    input: inputSchema(contract),
    example,
    ...(isShort ? { answer } : {}),
  };
}
