// Has the organization's judge model write a prompt, or write one again.
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/prompts/writing";
import { Failure, invalid } from "@/lib/errors";
import { variablesInText } from "@/lib/gateway/prompts/variables";
import { gatewayOf } from "../judge/ask-gateway";
import { DEFAULT_JUDGE, isTransient, MAP_THE_JUDGE, refusalOf, textOf } from "../judge/judge";

const RULES =
  "You write prompts for language models. Answer with the prompt alone: no introduction, no quotation marks, no explanation. Write what varies from call to call as a variable in double braces, such as {{question}}.";
const MAX_TOKENS = 4000;
/** The request cannot name a model, so only the configuration helps. */
const NO_MODEL = `No judge model is configured: ${MAP_THE_JUDGE}`;

export const generatePrompt: Verb<typeof contracts.generatePrompt> = async (context, { statement }) => ({
  prompt: await ask(context, `Write a prompt for this purpose:\n\n${statement}`),
});

export const improvePrompt: Verb<typeof contracts.improvePrompt> = async (context, input) => {
  const { existing_prompt: existing, improvement_requirements: wishes } = input;
  const names = variablesInText(existing).map((name) => `{{${name}}}`);
  const keep = names.length > 0 ? `\n\nKeep these variables: ${names.join(", ")}.` : "";
  const prompt = await ask(context, `Improve this prompt:\n\n${existing}\n\nWhat to improve:\n\n${wishes}${keep}`);
  return { prompt };
};

async function ask({ db, caller }: Context, content: string): Promise<string> {
  const gateway = await gatewayOf(db, caller.organizationId, "prompts");
  const answer = await gateway({
    model: DEFAULT_JUDGE,
    max_completion_tokens: MAX_TOKENS,
    messages: [
      { role: "system", content: RULES },
      { role: "user", content },
    ],
  });
  if (answer.status === 200) {
    const text = textOf(answer.body).trim();
    if (text !== "") return text;
    throw new Failure("unavailable", "The model has answered nothing. Try again.", { retryAfterSeconds: 1 });
  }
  const { failure, message } = refusalOf(answer);
  if (failure === "not_configured") throw invalid(NO_MODEL);
  if (!isTransient(answer)) throw invalid(message);
  throw new Failure("unavailable", message, { retryAfterSeconds: answer.retryAfterSeconds ?? 1 });
}
