import { routeOf } from "@/lib/http/route";
import { readyz } from "@/lib/platform/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(readyz);
