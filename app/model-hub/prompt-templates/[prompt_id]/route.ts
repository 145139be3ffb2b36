import { routeOf } from "@/lib/http/route";
import { deletePrompt, getPrompt, updatePrompt } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getPrompt, updatePrompt, deletePrompt);
