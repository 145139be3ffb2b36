import { routeOf } from "@/lib/http/route";
import { deleteTraceView } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteTraceView);
