import { routeOf } from "@/lib/http/route";
import { deleteCallExecution } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteCallExecution);
