import { routeOf } from "@/lib/http/route";
import { deletePromptGate, setPromptGate } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deletePromptGate, setPromptGate);
