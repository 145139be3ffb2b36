import { routeOf } from "@/lib/http/route";
import { executeRunTest } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(executeRunTest);
