import { routeOf } from "@/lib/http/route";
import { getPromptByLabel } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getPromptByLabel);
