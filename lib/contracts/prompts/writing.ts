import { z } from "zod";
import { dictionary, list } from "@/lib/bounds/list";
import { define } from "../define";
import { json } from "../shapes";
import { chatTurns, promptContent } from "./content";
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

export const playPrompt = define({
  name: "playPrompt",
  method: "POST",
  path: `${promptBase}play/`,
  tag: promptTag,
  summary: "Try a prompt on values",
  description:
    "Fills the content in, appends `turns`, and streams a model's answer, in the chunks of chat completions. The chunk before the last has `gateway_metadata` with the cost. Calls the model through the gateway, with the key named Evaluations, so its limits and budgets apply. Nothing is stored but the call's log and trace. A value that is missing is a 400 that names it, and so is a refusal of the gateway.",
  errors: ["rate_limited"],
  envelope: "file",
  answers: ["text/event-stream"],
  body: z.strictObject({
    content: promptContent,
    variables: dictionary(z.string().max(100), json, 400).default({}).meta({
      description: "Values of variables, and lists of messages for placeholders",
    }),
    turns: chatTurns.default([]).meta({
      description: "Messages that follow those of the prompt: the model's calls of tools, and their results",
    }),
  }),
  response: z.string().meta({ description: "Server-sent events that end with `data: [DONE]`" }),
  example: {
    content: { model: "sandbox/echo", messages: [{ role: "user", content: "Hello {{name}}" }] },
    variables: { name: "Ada" },
  },
});
