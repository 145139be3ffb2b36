import { routeOf } from "@/lib/http/route";
import { deleteSession, getSession } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getSession, deleteSession);
