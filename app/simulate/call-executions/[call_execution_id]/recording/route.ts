import { routeOf } from "@/lib/http/route";
import { getCallRecording } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getCallRecording);
