import { undoReview } from "@/lib/annotation/operations";

export const POST = undoReview;
