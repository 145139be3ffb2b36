import { z } from "zod";
import { type Access, type Contract, checkContract, type Envelope, type Method } from "./contract";

const none = z.strictObject({});
type None = typeof none;

interface Definition<P, Q, B, R> {
  name: string;
  method: Method;
  path: string;
  summary: string;
  tag: string;
  access?: Access;
  envelope?: Envelope;
  params?: P;
  query?: Q;
  body?: B;
  accepts?: "json" | "multipart";
  response: R;
  example?: unknown;
}

/**
 * Declares an operation. Defaults: access `read` for GET and `write` otherwise, envelope `result`, JSON, no params, no query
 * and an empty body.
 */
export function define<
  R extends z.ZodType,
  P extends z.ZodObject = None,
  Q extends z.ZodObject = None,
  B extends z.ZodType = None,
>(definition: Definition<P, Q, B, R>) {
  const contract = {
    access: definition.method === "GET" ? ("read" as const) : ("write" as const),
    envelope: "result" as const,
    accepts: "json" as const,
    example: {},
    ...definition,
    // Safe because a missing part has the type None by the defaults of the parameters.
    params: (definition.params ?? none) as P,
    query: (definition.query ?? none) as Q,
    body: (definition.body ?? none) as B,
  };
  checkContract(contract);
  return contract satisfies Contract;
}
