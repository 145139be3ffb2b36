import { routeOf } from "@/lib/http/route";
import { runNewEvals } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(runNewEvals);
