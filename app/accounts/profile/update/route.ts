import { updateProfile } from "@/lib/accounts/operations";

export const POST = updateProfile;
