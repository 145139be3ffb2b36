import { bulkRemoveItems } from "@/lib/annotation/operations";

export const POST = bulkRemoveItems;
