import { serve } from "inngest/edge";
import { type Handler, withApiHeaders } from "@/lib/exchange/exchange";
import { replyOf, requestOf } from "@/lib/exchange/library";
import { withAsyncContext } from "./async-context";
import { inngest } from "./client";
import { functions } from "./index";

// Registration needs a signature too, so that nobody else can set it off.
const answer = serve({ client: inngest, functions, enableUnauthedSync: false });

/** Serves `/api/inngest` to Inngest, which calls the functions under the address that it reached them by. */
export const serveFunctions: Handler = async (exchange) =>
  withApiHeaders(await withAsyncContext(async () => replyOf(await answer(requestOf(exchange)))));
