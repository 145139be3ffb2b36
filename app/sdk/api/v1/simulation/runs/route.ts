import { routeOf } from "@/lib/http/route";
import { listSdkRuns } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listSdkRuns);
