import { webHandler } from "@/lib/exchange/web";
import { listSystemPersonas } from "@/lib/simulation/operations";

export const GET = webHandler(listSystemPersonas);
