import { serve } from "inngest/edge";
import { withApiHeaders } from "@/lib/http/api-headers";
import { requestUrl } from "@/lib/http/origin";
import { inngest } from "./client";
import { functions } from "./index";

// Registration needs a signature too, so that nobody else can set it off.
const answer = serve({ client: inngest, functions, enableUnauthedSync: false });

/** Serves `/api/inngest` to Inngest, which calls the functions under the address that it reached them by. */
export const serveFunctions = async (request: Request): Promise<Response> =>
  withApiHeaders(await answer(new Request(requestUrl(request), request)));
