import { importAnnotations } from "@/lib/annotation/operations";

export const POST = importAnnotations;
