import { routeOf } from "@/lib/http/route";
import { tryAgentVersion } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(tryAgentVersion);
