import { routeOf } from "@/lib/http/route";
import { exportPrompts } from "@/lib/prompts/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(exportPrompts);
