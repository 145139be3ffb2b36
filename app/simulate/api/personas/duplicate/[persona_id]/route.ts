import { routeOf } from "@/lib/http/route";
import { duplicatePersona } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(duplicatePersona);
