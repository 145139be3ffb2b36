import { routeOf } from "@/lib/http/route";
import { setDefaultPromptVersion } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(setDefaultPromptVersion);
