import { Auth } from "@auth/core";
import { connection } from "@/db/client";
import { configFor } from "@/lib/auth/config";
import { Failure } from "@/lib/errors";
import { type Handler, withApiHeaders } from "@/lib/exchange/exchange";
import { replyOf, requestOf } from "@/lib/exchange/library";
import { assertProviderReturns, authAddress, withoutHost } from "@/lib/http/auth-address";
import { renderError } from "@/lib/http/render-error";
import { companyOfRequest } from "./company/company-of-request";

const MAX_FORM_BYTES = 64 * 1024;

/** Serves `/api/auth/*`. */
export const handleAuth: Handler = async (request) => {
  try {
    if (Number(request.header("content-length") ?? 0) > MAX_FORM_BYTES) {
      throw new Failure("tooLarge", "The sign-in form is too large.");
    }
    const address = authAddress(request);
    assertProviderReturns(address);
    const company = await companyOfRequest(connection().db, request);
    const { config, done } = configFor(request, company);
    const response = await Auth(requestOf(request, address.url), config);
    // Auth.js would delete the cookie and report success.
    await done();
    return withApiHeaders(withoutHost(await replyOf(response), address));
  } catch (error) {
    return renderError(error);
  }
};
