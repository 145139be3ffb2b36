import { routeOf } from "@/lib/http/route";
import { getSpan } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getSpan);
