import { annotateDetail } from "@/lib/annotation/operations";

export const GET = annotateDetail;
