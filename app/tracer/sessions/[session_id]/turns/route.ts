import { routeOf } from "@/lib/http/route";
import { listSessionTurns } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listSessionTurns);
