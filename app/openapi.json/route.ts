import { routeOf } from "@/lib/http/route";
import { openapi } from "@/lib/platform/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(openapi);
