import { routeOf } from "@/lib/http/route";
import { deletePromptComment, editPromptComment } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(editPromptComment, deletePromptComment);
