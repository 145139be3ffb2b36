import { routeOf } from "@/lib/http/route";
import { getPromptByDefault } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getPromptByDefault);
