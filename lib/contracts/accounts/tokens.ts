import { z } from "zod";
import { MAX_CODE } from "@/lib/contracts/limits";
import { define } from "../define";
import { knownPassword } from "./people";

const tag = "Accounts";

export const createToken = define({
  name: "createToken",
  method: "POST",
  path: "/accounts/token/",
  tag,
  summary: "Sign in with email and password, and get an access token",
  description:
    "Begins a session of the user, like sign-in in a browser. `access` is a bearer token that lasts two days. `refresh` gets the next access token, for thirty days, or for two if `remember_me` is false. Both end with the session and when the password changes. Wrong credentials are refused with 400; a person with a second factor without `code` too, as `second_factor_required`. Attempts are rate limited by IP address and account.",
  errors: ["rate_limited", "second_factor_required"],
  access: "public",
  envelope: "bare",
  body: z.object({
    email: z.string().trim().min(1, "May not be blank.").max(254, "At most 254 characters."),
    password: knownPassword,
    code: z
      .string()
      .max(MAX_CODE, `At most ${MAX_CODE} characters.`)
      .nullish()
      .meta({ description: "Of an authenticator app, or a recovery code; for people with a second factor" }),
    remember_me: z.boolean().nullish().meta({ description: "False: the session lasts two days instead of thirty" }),
  }),
  response: z.object({ access: z.string(), refresh: z.string() }),
  example: { email: "ada@example.com", password: "a long pass phrase" },
});

export const refreshToken = define({
  name: "refreshToken",
  method: "POST",
  path: "/accounts/token/refresh/",
  tag,
  summary: "Get a new access token",
  description:
    "Returns a new access token for the session of a refresh token. The refresh token stays valid. Answers 400 if the token has expired or its session has ended.",
  access: "public",
  envelope: "bare",
  body: z.object({ refresh: z.string().min(1, "May not be blank.").max(4000, "At most 4000 characters.") }),
  response: z.object({ access: z.string() }),
  example: { refresh: "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2Q0JDLUhTNTEyIn0..iv.ciphertext.tag" },
});

export const logOut = define({
  name: "logOut",
  beforeRequirements: true,
  method: "POST",
  path: "/accounts/logout/",
  tag,
  summary: "End the session that makes the request",
  description:
    "Ends the session of the access token or browser cookie, from its next request on. Its refresh token no longer works.",
  signedInOnly: true,
  access: "read",
  body: z.object({}),
  response: z.object({ ended: z.literal(true) }),
  example: {},
});
