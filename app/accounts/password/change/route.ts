import { changePassword } from "@/lib/accounts/operations";

export const POST = changePassword;
