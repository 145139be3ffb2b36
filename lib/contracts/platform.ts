import { z } from "zod";
import { define } from "./define";

export const health = define({
  name: "health",
  method: "GET",
  path: "/health/",
  tag: "Health",
  summary: "Tells that the server is up and reaches its database",
  access: "public",
  response: z.object({ status: z.literal("ok"), database: z.literal("ok") }),
});

export const openapi = define({
  name: "openapi",
  method: "GET",
  path: "/openapi.json",
  tag: "Health",
  summary: "This API as an OpenAPI 3.1 document",
  access: "public",
  envelope: "bare",
  response: z.record(z.string(), z.unknown()),
});
