import { handleAuth } from "@/lib/auth/config";

export const GET = handleAuth;
export const POST = handleAuth;
