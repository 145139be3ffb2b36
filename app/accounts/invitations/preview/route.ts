import { previewInvitation } from "@/lib/accounts/operations";

export const GET = previewInvitation;
