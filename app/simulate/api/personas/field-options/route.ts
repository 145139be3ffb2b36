import { webHandler } from "@/lib/exchange/web";
import { getPersonaOptions } from "@/lib/simulation/operations";

export const GET = webHandler(getPersonaOptions);
