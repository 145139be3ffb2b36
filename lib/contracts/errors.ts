// Error bodies on the wire: the platform's own, and the gateway's, which is OpenAI's.
import { z } from "zod";

export const errorBody = z
  .looseObject({
    status: z.literal(false),
    type: z.string().meta({ description: "Kind of the failure" }),
    code: z.string().meta({ description: "Machine-readable code; each operation lists its codes" }),
    message: z.string().meta({ description: "One sentence for people" }),
    detail: z.string().meta({ description: "The same sentence, for clients that read this field" }),
    error: z.string().meta({ description: "The same sentence" }),
    result: z.union([z.string(), z.looseObject({ error: z.string() })]).meta({
      description: "The same sentence. If a run cannot start because of its scenarios, an object with `error`",
    }),
    attr: z.string().optional().meta({ description: "The first offending field" }),
    details: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Messages by field; non_field_errors for the request as a whole" }),
    request_id: z.string().optional().meta({ description: "The request's id, as in the header x-request-id" }),
  })
  .meta({ id: "Error" });

export const gatewayErrorBody = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      param: z.string().nullable().meta({ description: "The offending field of the request; null for none" }),
      code: z.string().meta({
        description: "Machine-readable code; the provider's own where it refuses the request as faulty",
      }),
    }),
  })
  .meta({ id: "GatewayError" });
