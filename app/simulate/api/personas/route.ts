import { routeOf } from "@/lib/http/route";
import { createPersona, listPersonas } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listPersonas, createPersona);
