import { createScores } from "@/lib/annotation/operations";

export const POST = createScores;
