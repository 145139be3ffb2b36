import { routeOf } from "@/lib/http/route";
import { listPromptVersions } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listPromptVersions);
