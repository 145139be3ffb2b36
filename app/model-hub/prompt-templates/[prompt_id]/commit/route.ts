import { routeOf } from "@/lib/http/route";
import { commitPrompt } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(commitPrompt);
