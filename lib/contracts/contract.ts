import type { z } from "zod";
import type { FailureCode as GatewayFailureCode } from "@/lib/contracts/gateway/failures";
import type { FailureCode } from "@/lib/errors";
import type { KeyScope } from "./names";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/**
 * Who may call: `public` anyone; `read` every member; `write` members who are not Viewers; `queue` every member, the
 * verb checks the queue role (a Viewer who annotates in a queue may); `admin` Owner and Admin; `owner` Owner only;
 * `gateway` the gateway's operator for all organizations, Owner and Admin for their own; `operator` the operator only.
 */
export type Access = "public" | "read" | "write" | "queue" | "admin" | "owner" | "gateway" | "operator";

/** What an API key must be allowed to do. `any`: every key will do, as for what a key finds out about itself. */
export type NeededScope = KeyScope | "any";

/**
 * How the verb's output is sent: `result` inside `{status: true, result}`, `bare` as it is, `page` as a page of a
 * list, `file` as a download.
 */
export type Envelope = "result" | "bare" | "page" | "file";

export type Accepts = "json" | "multipart" | "otlp";

/** The text of an operation's API documentation. */
export interface Words {
  readonly summary: string;
  /**
   * What it does, side effects, the effect of a repetition, limits: a few sentences. Who may call is added from the
   * contract's access; with `queue`, which leaves that to the verb, it belongs here.
   */
  readonly description: string;
  /** Error codes beyond those that follow from the contract: see lib/openapi/failures.ts. */
  readonly errors?: readonly (FailureCode | GatewayFailureCode)[];
  /** Provider statuses that the gateway passes on besides 400 and 429: as `invalid_request_error`, or with the provider's code. */
  readonly passedOn?: readonly number[];
  /** Bodies that are also accepted if a provider accepts them. */
  readonly alsoTakes?: z.ZodType;
  /** Reads the header `Idempotency-Key`. */
  readonly takesIdempotencyKey?: boolean;
  /** Media types of the answer if it is not only JSON. */
  readonly answers?: readonly string[];
}

export interface Contract extends Words {
  /** Name of the operation, the same as its verb's. */
  readonly name: string;
  readonly method: Method;
  /** Documented path; slots are written `{queue_id}`, and `{model...}` takes the rest of the path. */
  readonly path: string;
  /** Another path, without slots, at which it answers too. */
  readonly alsoAt?: string;
  readonly tag: string;
  readonly access: Access;
  /** What an API key must be allowed to do; by default it follows from access and method. */
  readonly scope: NeededScope;
  /** A GET that also writes: always, or only if this field of its query is true. */
  readonly writes?: true | string;
  readonly envelope: Envelope;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** The fields of `query`, for callers who do not load its schema. */
  readonly queryNames: readonly string[];
  readonly body: z.ZodType;
  /**
   * Its fields may be in the query or the body; the body wins. This includes GET, because some servers drop its body.
   */
  readonly fieldsAnywhere?: boolean;
  /** Pages of any site may call it from a browser. Only for operations that take no session. */
  readonly crossOrigin?: boolean;
  /** A session may call it before it has what its organization asks for: a second factor, or a sign-in with the company. */
  readonly beforeRequirements?: boolean;
  /** API keys are refused, whatever their scopes: access with a leaked key must end with the key. */
  readonly signedInOnly?: boolean;
  /** The kind of request body; `otlp` is OTLP/HTTP, protobuf or JSON. */
  readonly accepts: Accepts;
  /** The verb's output, inside the envelope. */
  readonly response: z.ZodType;
  /** A body (or query) that the operation accepts; executed by a test. */
  readonly example: unknown;
}

/** The part of a contract that a caller needs at run time. */
export type Wire = Pick<Contract, "name" | "method" | "path" | "envelope" | "accepts" | "queryNames">;

/** A contract without its schemas, which browsers do not load: C exists only as a type. */
export interface Operation<C extends Contract> extends Wire {
  readonly contract?: C;
}

/** The contract of a callable: a contract itself, or an operation's. */
export type ContractOf<W extends Wire> = W extends Contract ? W : W extends Operation<infer C> ? C : never;

// An empty part is inferred with an index signature, which would swallow the other parts' fields.
type ContractPart<T> = string extends keyof T ? unknown : T;

export type Input<C extends Contract> = ContractPart<z.output<C["params"]>> &
  ContractPart<z.output<C["query"]>> &
  ContractPart<z.output<C["body"]>>;
export type Output<C extends Contract> = z.output<C["response"]>;
/** A client's input: fields with defaults may be omitted. */
export type ClientInput<C extends Contract> = ContractPart<z.input<C["params"]>> &
  ContractPart<z.input<C["query"]>> &
  ContractPart<z.input<C["body"]>>;

export const keysOf = (schema: z.ZodType): string[] =>
  "shape" in schema ? Object.keys((schema as z.ZodObject).shape) : []; // safe: only object schemas have a shape

/** Checks a contract for consistency once, at import. Throws if a field is in two parts or a slot has no param. */
export function checkContract(contract: Contract): void {
  const slots = [...contract.path.matchAll(/\{(\w+)(?:\.\.\.)?\}/g)].map((match) => match[1]);
  const params = keysOf(contract.params);
  if (slots.join() !== params.join())
    throw new Error(`${contract.name}: params ${params} do not match path ${contract.path}`);
  const names = [...params, ...keysOf(contract.query), ...keysOf(contract.body)];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`${contract.name}: field ${twice} is in two parts`);
}
