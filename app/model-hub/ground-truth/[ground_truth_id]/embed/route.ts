import { embedGroundTruth } from "@/lib/evaluation/ground-truth/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(embedGroundTruth);
