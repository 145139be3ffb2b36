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
