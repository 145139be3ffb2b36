import { routeOf } from "@/lib/http/route";
import { getMasking, setMasking } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getMasking, setMasking);
