import { routeOf } from "@/lib/http/route";
import { createPrompt, listPrompts } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listPrompts, createPrompt);
