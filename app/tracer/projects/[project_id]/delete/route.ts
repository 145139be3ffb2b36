import { routeOf } from "@/lib/http/route";
import { deleteProject } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteProject);
