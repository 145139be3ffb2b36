import { z } from "zod";
import {
  type Accepts,
  type Access,
  type Contract,
  checkContract,
  type Envelope,
  keysOf,
  type Method,
  type NeededScope,
  type Words,
} from "./contract";
import { usualScope } from "./key-scope";

const none = z.strictObject({});
type None = typeof none;

interface Definition<P, Q, B, R, A> extends Words {
  name: string;
  method: Method;
  path: string;
  alsoAt?: string;
  tag: string;
  access?: A;
  scope?: NeededScope;
  writes?: true | string;
  envelope?: Envelope;
  params?: P;
  query?: Q;
  body?: B;
  accepts?: Accepts;
  fieldsAnywhere?: boolean;
  crossOrigin?: boolean;
  beforeRequirements?: boolean;
  signedInOnly?: boolean;
  response: R;
  example?: unknown;
}

/**
 * Declares an operation. Defaults: access `read` for GET and `write` otherwise, envelope `result`, JSON, no params, no
 * query and an empty body.
 */
export function define<
  R extends z.ZodType,
  P extends z.ZodObject = None,
  Q extends z.ZodObject = None,
  B extends z.ZodType = None,
  A extends Access = "read" | "write",
>(definition: Definition<P, Q, B, R, A>) {
  const { method, path, writes, signedInOnly } = definition;
  // Safe: A is the declared access or the default for it.
  const access = (definition.access ?? (method === "GET" ? "read" : "write")) as A;
  const contract = {
    envelope: "result" as const,
    accepts: "json" as const,
    example: {},
    ...definition,
    access,
    scope:
      definition.scope ??
      usualScope({ access, method, path, ...(writes ? { writes } : {}), ...(signedInOnly ? { signedInOnly } : {}) }),
    // Safe: the parameters' defaults give a missing part the type None.
    params: (definition.params ?? none) as P,
    query: (definition.query ?? none) as Q,
    queryNames: keysOf(definition.query ?? none),
    body: (definition.body ?? none) as B,
  };
  checkContract(contract);
  return contract satisfies Contract;
}
