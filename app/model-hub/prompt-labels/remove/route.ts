import { routeOf } from "@/lib/http/route";
import { removePromptLabel } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(removePromptLabel);
