import { routeOf } from "@/lib/http/route";
import { savePromptDraft } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(savePromptDraft);
