import { routeOf } from "@/lib/http/route";
import { exportTracesOfClients } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(exportTracesOfClients);
