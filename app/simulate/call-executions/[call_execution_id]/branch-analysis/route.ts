import { routeOf } from "@/lib/http/route";
import { analyzeCallBranch } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(analyzeCallBranch);
