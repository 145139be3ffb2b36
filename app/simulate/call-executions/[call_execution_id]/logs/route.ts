import { routeOf } from "@/lib/http/route";
import { listCallLogs } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listCallLogs);
