import { routeOf } from "@/lib/http/route";
import { getEvalConfigStructure } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getEvalConfigStructure);
