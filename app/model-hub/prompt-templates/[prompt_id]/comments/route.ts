import { routeOf } from "@/lib/http/route";
import { addPromptComment, listPromptComments } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listPromptComments, addPromptComment);
