import { previewTraceRows } from "@/lib/curation/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(previewTraceRows);
