import { acceptInvitation } from "@/lib/accounts/operations";

export const POST = acceptInvitation;
