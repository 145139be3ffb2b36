import { routeOf } from "@/lib/http/route";
import { createRunTest } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(createRunTest);
