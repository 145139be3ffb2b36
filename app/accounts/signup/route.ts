import { signUp } from "@/lib/accounts/operations";

export const POST = signUp;
