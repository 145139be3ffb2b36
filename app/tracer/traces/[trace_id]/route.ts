import { routeOf } from "@/lib/http/route";
import { deleteTrace, getTrace } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getTrace, deleteTrace);
