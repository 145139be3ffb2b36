import { routeOf } from "@/lib/http/route";
import { updateEvalConfig } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(updateEvalConfig);
