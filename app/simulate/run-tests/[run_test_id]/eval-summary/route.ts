import { routeOf } from "@/lib/http/route";
import { getEvalSummary } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getEvalSummary);
