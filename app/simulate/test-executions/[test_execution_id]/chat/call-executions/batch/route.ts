import { routeOf } from "@/lib/http/route";
import { createCallBatch } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(createCallBatch);
