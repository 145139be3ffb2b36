// An operation for a model: what it does, and the schemas of its input and answer.
import { z } from "zod";
import type { Contract } from "@/lib/contracts/contract";
import { documentationOf } from "@/lib/contracts/documented";
import { descriptionOf } from "@/lib/openapi/document";
import { recordIn } from "@/lib/records";
import { isReading } from "./rules";

type Schema = Record<string, unknown>;

/** A longer schema of an answer is left out: the answer itself says the same. */
const MAX_ANSWER_SCHEMA = 12_000;

function schemaOf(schema: z.ZodType, io: "input" | "output"): Schema {
  const { $schema: _, ...own } = z.toJSONSchema(documentationOf(schema) ?? schema, { io, unrepresentable: "any" });
  return own;
}

/** One flat object, as `call_operation` takes it: the fields of path, query and body. */
export function inputSchema({ params, query, body }: Contract): Schema {
  const parts = [params, query, body].map((part) => schemaOf(part, "input"));
  const merge = (name: "properties" | "$defs"): Schema =>
    Object.assign({}, ...parts.map((part) => recordIn(part[name])));
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
  const answer = envelope === "file" ? null : schemaOf(response, "output");
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
