import * as contracts from "@/lib/contracts/prompts/writing";
import { endpoint } from "@/lib/http/endpoint";
import { operation } from "@/lib/http/operation";
import { readInput } from "@/lib/http/read-input";
import { play } from "./play";
import * as verbs from "./write-prompt";

export const generatePrompt = endpoint(contracts.generatePrompt, verbs.generatePrompt);
export const improvePrompt = endpoint(contracts.improvePrompt, verbs.improvePrompt);

/** Its answer is a stream, which a verb cannot return. */
export const playPrompt = operation(contracts.playPrompt, async (request, context, params) =>
  play(context, await readInput(contracts.playPrompt, request, params), request.signal),
);
