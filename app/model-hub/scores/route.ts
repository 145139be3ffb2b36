import { createScore, listScores } from "@/lib/annotation/operations";

export const GET = listScores;
export const POST = createScore;
