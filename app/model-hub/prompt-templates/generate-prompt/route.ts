import { generatePrompt } from "@/lib/evaluation/prompt-writing/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(generatePrompt);
