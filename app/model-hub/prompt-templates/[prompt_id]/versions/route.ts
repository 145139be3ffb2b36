import { routeOf } from "@/lib/http/route";
import { savePromptVersion } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(savePromptVersion);
