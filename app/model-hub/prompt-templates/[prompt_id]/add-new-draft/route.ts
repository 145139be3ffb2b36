import { routeOf } from "@/lib/http/route";
import { addPromptDrafts } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(addPromptDrafts);
