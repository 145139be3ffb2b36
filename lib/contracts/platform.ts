import { z } from "zod";
import { define } from "./define";
import { givenObject } from "./shapes";

export const health = define({
  name: "health",
  method: "GET",
  path: "/health/",
  tag: "Health",
  summary: "Check that the server is up and can reach its database",
  description:
    "Answers 200 while the server runs and its database answers. Answers 503 if the database does not answer, or if it has refused a write and is still out of disk space. Needs no credentials; for load balancers and monitors.",
  access: "public",
  response: z.object({
    status: z.literal("ok"),
    database: z.literal("ok"),
    version: z.string().meta({ description: "The server's version; the command line compares it with its own" }),
  }),
});

const up = {
  access: "public",
  envelope: "bare",
  tag: "Health",
  response: z.object({ status: z.literal("ok") }),
} as const;
const UP = "Answers 200 as long as the process runs, whatever the state of its dependencies. Needs no credentials.";

export const livez = define({
  name: "livez",
  method: "GET",
  path: "/livez",
  ...up,
  summary: "Check that the process is alive",
  description: `${UP} If it does not answer, restart the process.`,
});

export const healthz = define({
  name: "healthz",
  method: "GET",
  path: "/healthz",
  alsoAt: "/v1/healthz",
  ...up,
  summary: "The same as /livez, at the path that gateway clients use",
  description: `${UP} /v1/healthz is the same, for clients whose base URL ends in /v1.`,
});

export const readyz = define({
  name: "readyz",
  method: "GET",
  path: "/readyz",
  tag: "Health",
  summary: "Check whether the server can serve requests",
  description:
    "Answers 200 if all dependencies are available: PostgreSQL (`database`), Redis that runs the gateway's scripts (`redis`), the job runner (`jobs`) and the secret of sessions and stored credentials (`secret`). Otherwise 503 `not_ready`: `message` says what is wrong, and `dependencies` has the state of each: `ok`, `no_answer`, `not_configured`, or `does_not_fit` for a secret that does not match the one that sealed the database's secrets. Inngest itself is not called; only its keys must be set. Needs no credentials; for load balancers.",
  errors: ["not_ready"],
  access: "public",
  envelope: "bare",
  response: z.object({
    status: z.literal("ready"),
    database: z.string().meta({ description: "PostgreSQL" }),
    redis: z.string(),
    jobs: z.string().meta({ description: "The runner of background functions" }),
    secret: z.string().meta({ description: "AUTH_SECRET" }),
  }),
});

export const openapi = define({
  name: "openapi",
  method: "GET",
  path: "/openapi.json",
  tag: "Health",
  summary: "This API as an OpenAPI 3.1 document",
  description:
    "This document, the same on every server of a version. Needs no credentials. It has an ETag: a request with `If-None-Match` gets 304 without a body.",
  access: "public",
  envelope: "bare",
  response: z.record(z.string(), z.unknown()),
});

export const mcp = define({
  name: "mcp",
  scope: "read",
  method: "POST",
  path: "/mcp",
  tag: "MCP",
  access: "read",
  summary: "Serve models over the Model Context Protocol",
  description:
    "The streamable HTTP transport of MCP, without sessions, for one JSON-RPC message. Its tools find, describe and call the operations of this API, with the request's API key. They only read, unless the header `X-Assay-Write` is `true`.",
  envelope: "bare",
  answers: ["application/json", "text/event-stream"],
  body: z.looseObject({
    jsonrpc: z.literal("2.0"),
    id: z
      .union([z.string().max(255), z.int()])
      .optional()
      .meta({ description: "Missing in a notification" }),
    method: z.string().max(255).optional().meta({ description: "Missing in an answer to the server" }),
    params: givenObject.optional(),
  }),
  response: z.record(z.string(), z.unknown()),
  example: { jsonrpc: "2.0", id: 1, method: "ping" },
});
