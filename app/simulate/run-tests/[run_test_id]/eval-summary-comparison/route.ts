import { routeOf } from "@/lib/http/route";
import { compareEvalSummaries } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(compareEvalSummaries);
