import { getQueueAgreement } from "@/lib/annotation/operations";

export const GET = getQueueAgreement;
