import { routeOf } from "@/lib/http/route";
import { checkPromptMove } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(checkPromptMove);
