import { routeOf } from "@/lib/http/route";
import { deletePersona, getPersona, replacePersona, updatePersona } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(
  getPersona,
  replacePersona,
  updatePersona,
  deletePersona,
);
