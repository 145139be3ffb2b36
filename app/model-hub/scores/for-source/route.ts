import { scoresForSource } from "@/lib/annotation/operations";

export const GET = scoresForSource;
