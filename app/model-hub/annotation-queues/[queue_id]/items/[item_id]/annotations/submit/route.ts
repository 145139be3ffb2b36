import { submitAnnotations } from "@/lib/annotation/operations";

export const POST = submitAnnotations;
