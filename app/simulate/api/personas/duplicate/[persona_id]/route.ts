import { webHandler } from "@/lib/exchange/web";
import { duplicatePersona } from "@/lib/simulation/operations";

export const POST = webHandler(duplicatePersona);
