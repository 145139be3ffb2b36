import { routeOf } from "@/lib/http/route";
import { createPrototypeRun, listPrototypeRuns } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listPrototypeRuns, createPrototypeRun);
