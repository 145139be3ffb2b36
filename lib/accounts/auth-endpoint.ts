import { Auth } from "@auth/core";
import { connection } from "@/db/client";
import { configFor } from "@/lib/auth/config";
import { Failure } from "@/lib/errors";
import { type Handler, withApiHeaders } from "@/lib/exchange/exchange";
import { replyOf, requestOf } from "@/lib/exchange/library";
import { assertProviderReturns, authAddress, withoutHost } from "@/lib/http/auth-address";
import { renderError } from "@/lib/http/render-error";
import { companyOfRequest } from "./company/company-of-request";
import { projectKeys } from "./project-keys";

const form = { most: 64 * 1024, tooLarge: () => new Failure("tooLarge", "The sign-in form is too large.") };

/** Serves `/api/auth/*`. */
export const handleAuth: Handler = async (request) => {
  try {
    const address = authAddress(request);
    assertProviderReturns(address);
    const webRequest = await requestOf(request, form, address.url);
    const { db } = connection();
    const company = await companyOfRequest(db, request);
    const { config, done } = configFor(request, (ids) => projectKeys(db, ids), company);
    const response = await Auth(webRequest, config);
    // Auth.js would delete the cookie and report success.
    await done();
    return withApiHeaders(withoutHost(await replyOf(response), address));
  } catch (error) {
    return renderError(error);
  }
};
