import { routeOf } from "@/lib/http/route";
import { listVersionCalls } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listVersionCalls);
