import { routeOf } from "@/lib/http/route";
import { getCallTranscripts } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getCallTranscripts);
