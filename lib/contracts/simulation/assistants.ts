import { z } from "zod";
import { define } from "../define";
import { BLANK } from "../shapes";
import { bothSpellings } from "../spelling";
import { readableProviders } from "./names";

export const fetchAssistantFromProvider = define({
  name: "fetchAssistantFromProvider",
  method: "POST",
  path: "/simulate/api/agent-definition-operations/fetch_assistant_from_provider/",
  tag: "Agents",
  summary: "Read an assistant from its voice provider",
  description:
    "Reads the name and prompt of an assistant at Vapi or Retell, to fill in an agent. The key is used once; nothing is stored. For Vapi the prompt is the system message of the assistant's model. For Retell it is the general prompt of its LLM, or the global prompt of its flow. It is empty if there is none, and cut to the length limit of a description. A rejected key or an unknown id is a 400 that names the field. A provider that does not answer within 20 seconds, or gives an undocumented answer, is a 503.",
  errors: ["required", "rate_limited", "service_unavailable"],
  body: bothSpellings(
    z.object({
      provider: z.enum(readableProviders, `Must be one of ${readableProviders.join(", ")}.`),
      api_key: z
        .string()
        .trim()
        .min(1, BLANK)
        .max(1000, "At most 1000 characters.")
        .regex(/^[\x21-\x7e]*$/, "Contains characters that are not valid in a key."),
      assistant_id: z.string().trim().min(1, BLANK).max(255, "At most 255 characters."),
    }),
  ),
  response: z.object({
    name: z.string().meta({ description: "Empty if it has none" }),
    assistant_id: z.string(),
    prompt: z.string(),
    provider: z.enum(readableProviders),
    commit_message: z.string().meta({ description: "A commit message that names the source of the version" }),
  }),
  example: { provider: "vapi", api_key: "00000000-0000-4000-8000-000000000000", assistant_id: "parcel-desk" },
});
