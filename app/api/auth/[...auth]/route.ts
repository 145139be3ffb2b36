import { handleAuth } from "@/lib/auth/config";
import { webHandler } from "@/lib/exchange/web";

const serve = webHandler(handleAuth);

export { serve as GET, serve as POST };
