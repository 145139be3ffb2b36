import { undoReview } from "@/lib/annotation/operations";
import { webHandler } from "@/lib/exchange/web";

export const POST = webHandler(undoReview);
