import { routeOf } from "@/lib/http/route";
import { listPromptReleases, startPromptRelease } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listPromptReleases, startPromptRelease);
