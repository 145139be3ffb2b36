import { routeOf } from "@/lib/http/route";
import { livez } from "@/lib/platform/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(livez);
