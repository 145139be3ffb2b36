import { routeOf } from "@/lib/http/route";
import { deletePromptVersion, getPromptVersion } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getPromptVersion, deletePromptVersion);
