import { webHandler } from "@/lib/exchange/web";
import { handleAuth } from "@/lib/http/auth-endpoint";

const serve = webHandler(handleAuth);

export { serve as GET, serve as POST };
