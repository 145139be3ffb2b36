import { serveFunctions } from "@/inngest/serve";
import { webHandler } from "@/lib/exchange/web";

const serve = webHandler(serveFunctions);

export { serve as GET, serve as POST, serve as PUT };
