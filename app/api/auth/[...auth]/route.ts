import { handleAuth } from "@/lib/accounts/auth-endpoint";
import { webHandler } from "@/lib/exchange/web";

const serve = webHandler(handleAuth);

export { serve as GET, serve as POST };
