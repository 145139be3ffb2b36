import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { promptBase, promptTag } from "./prompts";

const text = z.string().trim().min(1, "May not be blank.").max(50_000, "At most 50000 characters.");
/** A text, or the text parts of a message. */
const textOrParts = z.union([
  text,
  list(z.looseObject({ text: z.string().max(50_000).default("") }), 100)
    .transform((parts) => parts.map((part) => part.text).join("\n"))
    .pipe(text),
]);
const written = z.object({ prompt: z.string() });
const MODEL =
  "Calls the organization's judge model through the gateway, with the key named Evaluations. Without one, 400 says how to configure it.";

export const generatePrompt = define({
  name: "generatePrompt",
  method: "POST",
  path: `${promptBase}generate-prompt/`,
  tag: promptTag,
  summary: "Have a model write a prompt",
  description: `Answers a prompt for what the statement describes. Nothing is stored. ${MODEL}`,
  body: z.strictObject({ statement: text }),
  response: written,
  example: { statement: "Answer questions about parcels in one sentence." },
});

export const improvePrompt = define({
  name: "improvePrompt",
  method: "POST",
  path: `${promptBase}improve-prompt/`,
  tag: promptTag,
  summary: "Have a model improve a prompt",
  description: `Answers the prompt as the requirements want it. Variables in double braces stay. Nothing is stored. ${MODEL}`,
  body: z.strictObject({ existing_prompt: textOrParts, improvement_requirements: text }),
  response: written,
  example: { existing_prompt: "Answer {{question}}.", improvement_requirements: "Ask for one sentence." },
});
