import { webHandler } from "@/lib/exchange/web";
import { deletePersona, getPersona, replacePersona, updatePersona } from "@/lib/simulation/operations";

export const GET = webHandler(getPersona);
export const PUT = webHandler(replacePersona);
export const PATCH = webHandler(updatePersona);
export const DELETE = webHandler(deletePersona);
