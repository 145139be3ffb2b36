import * as contracts from "@/lib/contracts/prompts/writing";
import { endpoint } from "@/lib/http/endpoint";
import * as verbs from "./write-prompt";

export const generatePrompt = endpoint(contracts.generatePrompt, verbs.generatePrompt);
export const improvePrompt = endpoint(contracts.improvePrompt, verbs.improvePrompt);
