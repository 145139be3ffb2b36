import { revokeInvitation } from "@/lib/accounts/operations";

export const POST = revokeInvitation;
