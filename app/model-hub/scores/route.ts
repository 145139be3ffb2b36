import { createScore, listScores } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const GET = webHandler(listScores);
export const POST = webHandler(createScore);
