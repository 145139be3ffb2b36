import { getUserInfo } from "@/lib/accounts/operations";

export const GET = getUserInfo;
