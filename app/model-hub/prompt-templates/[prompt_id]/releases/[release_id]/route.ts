import { routeOf } from "@/lib/http/route";
import { getPromptRelease } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getPromptRelease);
