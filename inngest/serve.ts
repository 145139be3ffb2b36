import { serve } from "inngest/edge";
import { MAX_BODY_BYTES } from "@/lib/bounds/limits";
import { Failure } from "@/lib/errors";
import { type Handler, withApiHeaders } from "@/lib/exchange/exchange";
import { replyOf, requestOf } from "@/lib/exchange/library";
import { renderError } from "@/lib/http/render-error";
import { withAsyncContext } from "./async-context";
import { inngest } from "./client";
import { functions } from "./index";

// Registration needs a signature too, so that nobody else can set it off.
const answer = serve({ client: inngest, functions, enableUnauthedSync: false });

/** Inngest sends at most 4 MB of a run's state. What is more, the functions fetch. */
const sent = {
  most: MAX_BODY_BYTES,
  tooLarge: () => new Failure("tooLarge", `The request body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`),
};

/** Serves `/api/inngest` to Inngest, which calls the functions under the address that it reached them by. */
export const serveFunctions: Handler = async (exchange) => {
  try {
    const request = await requestOf(exchange, sent);
    return withApiHeaders(await withAsyncContext(async () => replyOf(await answer(request))));
  } catch (error) {
    return renderError(error);
  }
};
