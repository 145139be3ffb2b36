import { routeOf } from "@/lib/http/route";
import { addEvalConfigs } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(addEvalConfigs);
