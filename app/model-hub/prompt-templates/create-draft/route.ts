import { routeOf } from "@/lib/http/route";
import { createPromptDraft } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(createPromptDraft);
