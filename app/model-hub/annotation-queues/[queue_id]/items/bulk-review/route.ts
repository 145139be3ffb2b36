import { bulkReviewItems } from "@/lib/annotation/operations";

export const POST = bulkReviewItems;
