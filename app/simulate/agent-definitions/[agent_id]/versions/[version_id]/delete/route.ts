import { routeOf } from "@/lib/http/route";
import { deleteAgentVersion } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteAgentVersion);
