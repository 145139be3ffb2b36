import { webHandler } from "@/lib/exchange/web";
import { handleAuth } from "@/lib/accounts/auth-endpoint";

const serve = webHandler(handleAuth);

export { serve as GET, serve as POST };
