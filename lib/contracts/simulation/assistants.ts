import { z } from "zod";
import { define } from "../define";
import { BLANK } from "../shapes";
import { readableProviders } from "./names";
import { bothSpellings } from "./spelling";

export const fetchAssistantFromProvider = define({
  name: "fetchAssistantFromProvider",
  method: "POST",
  path: "/simulate/api/agent-definition-operations/fetch_assistant_from_provider/",
  tag: "Agents",
  summary: "Read an assistant at its voice provider",
  description:
    "Tells what an assistant is called and what it is told at Vapi or Retell, to fill in an agent. The key is used for this once, and kept nowhere; nothing is stored. The prompt is the system message of the assistant's model, of Retell the general prompt of its LLM or the global one of its flow; empty where it has none there, and cut to what a description may have. A key that is not taken and an id of none that it may read are a 400 at their field. A provider that has not answered within 20 seconds, or not as it documents, is a 503.",
  errors: ["required", "rate_limited", "service_unavailable"],
  body: bothSpellings(
    z.object({
      provider: z.enum(readableProviders, `Must be one of ${readableProviders.join(", ")}.`),
      api_key: z
        .string()
        .trim()
        .min(1, BLANK)
        .max(1000, "At most 1000 characters.")
        .regex(/^[\x21-\x7e]*$/, "Has characters that no key has."),
      assistant_id: z.string().trim().min(1, BLANK).max(255, "At most 255 characters."),
    }),
  ),
  response: z.object({
    name: z.string().meta({ description: "Empty where it has none" }),
    assistant_id: z.string(),
    prompt: z.string(),
    provider: z.enum(readableProviders),
    commit_message: z.string().meta({ description: "Says of a version where it is from" }),
  }),
  example: { provider: "vapi", api_key: "00000000-0000-4000-8000-000000000000", assistant_id: "parcel-desk" },
});
