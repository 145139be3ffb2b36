import { bulkAnnotate } from "@/lib/annotation/operations";

export const POST = bulkAnnotate;
