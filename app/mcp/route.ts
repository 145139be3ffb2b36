import { routeOf } from "@/lib/http/route";
import { mcp } from "@/lib/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(mcp);
