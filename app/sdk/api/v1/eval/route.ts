import { protectText } from "@/lib/evaluation/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(protectText);
