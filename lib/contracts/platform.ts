import { z } from "zod";
import { define } from "./define";

export const health = define({
  name: "health",
  method: "GET",
  path: "/health/",
  tag: "Health",
  summary: "Tells that the server is up and reaches its database",
  description:
    "Answers 200 while the server runs and its database answers, and 503 while it does not, or has refused a write and has no room since. Needs no credentials; made for load balancers and monitors.",
  access: "public",
  response: z.object({ status: z.literal("ok"), database: z.literal("ok") }),
});

const up = {
  access: "public",
  envelope: "bare",
  tag: "Health",
  response: z.object({ status: z.literal("ok") }),
} as const;
const UP =
  "Answers 200 as long as the process answers at all, whatever becomes of what it needs. Needs no credentials.";

export const livez = define({
  name: "livez",
  method: "GET",
  path: "/livez",
  ...up,
  summary: "Tells that the process lives",
  description: `${UP} Where it does not answer, the process is to be started anew.`,
});

export const healthz = define({
  name: "healthz",
  method: "GET",
  path: "/healthz",
  ...up,
  summary: "The same as /livez, where clients of gateways look for it",
  description: UP,
});

export const readyz = define({
  name: "readyz",
  method: "GET",
  path: "/readyz",
  tag: "Health",
  summary: "Tells whether requests can be served, and names what is missing",
  description:
    "Answers 200 when all that the server needs is there: PostgreSQL (`database`), Redis that runs the gateway's scripts (`redis`), the job runner (`jobs`) and the secret of sessions and stored credentials (`secret`). Else 503 `not_ready`: `message` says what is wrong, and `dependencies` gives each one's state: `ok`, `no_answer`, `not_configured`, or `does_not_fit` for a secret under which the database's own secrets were not sealed. Inngest itself is not asked; its keys have to be set. Needs no credentials; made for those who send requests to one server or another.",
  errors: ["not_ready"],
  access: "public",
  envelope: "bare",
  response: z.object({
    status: z.literal("ready"),
    database: z.string().meta({ description: "PostgreSQL" }),
    redis: z.string(),
    jobs: z.string().meta({ description: "What runs background functions" }),
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
    "This document, the same on every server of a version. Needs no credentials. Carries an ETag: asked again with `If-None-Match`, the answer is 304 without a body.",
  access: "public",
  envelope: "bare",
  response: z.record(z.string(), z.unknown()),
});
