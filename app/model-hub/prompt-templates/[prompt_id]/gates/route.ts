import { routeOf } from "@/lib/http/route";
import { listPromptGates } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listPromptGates);
