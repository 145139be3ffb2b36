import { routeOf } from "@/lib/http/route";
import { listWorkspacePersonas } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listWorkspacePersonas);
