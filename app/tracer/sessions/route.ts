import { routeOf } from "@/lib/http/route";
import { listSessions } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listSessions);
