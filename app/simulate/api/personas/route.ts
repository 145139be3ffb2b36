import { webHandler } from "@/lib/exchange/web";
import { createPersona, listPersonas } from "@/lib/simulation/operations";

export const GET = webHandler(listPersonas);
export const POST = webHandler(createPersona);
