import { routeOf } from "@/lib/http/route";
import { assignPromptLabel } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(assignPromptLabel);
