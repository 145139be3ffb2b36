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
  summary: "Tells whether requests can be served",
  description:
    "Answers 200 when PostgreSQL and, where one is configured, Redis answer, which has to run the gateway's scripts as well, and 503 `not_ready` while one of them does not. Needs no credentials; made for those who send requests to one server or another.",
  errors: ["not_ready"],
  access: "public",
  envelope: "bare",
  response: z.object({
    status: z.literal("ready"),
    database: z.literal("ok"),
    redis: z.enum(["ok", "none"]).meta({ description: "`none` where none is configured" }),
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
