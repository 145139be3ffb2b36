import { routeOf } from "@/lib/http/route";
import { getVersionEvalSummary } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getVersionEvalSummary);
