import { routeOf } from "@/lib/http/route";
import { importPrompts } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(importPrompts);
