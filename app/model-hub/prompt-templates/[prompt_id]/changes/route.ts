import { routeOf } from "@/lib/http/route";
import { listPromptChanges } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listPromptChanges);
