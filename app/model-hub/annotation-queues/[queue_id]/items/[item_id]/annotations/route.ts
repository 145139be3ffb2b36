import { listAnnotations } from "@/lib/annotation/operations";

export const GET = listAnnotations;
