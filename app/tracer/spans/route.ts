import { routeOf } from "@/lib/http/route";
import { listSpans } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listSpans);
