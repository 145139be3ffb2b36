import { getAnnotationLabels } from "@/lib/annotation/operations";

export const GET = getAnnotationLabels;
