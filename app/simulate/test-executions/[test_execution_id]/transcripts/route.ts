import { routeOf } from "@/lib/http/route";
import { getExecutionTranscripts } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getExecutionTranscripts);
