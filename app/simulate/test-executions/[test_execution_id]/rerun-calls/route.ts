import { routeOf } from "@/lib/http/route";
import { rerunCalls } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(rerunCalls);
