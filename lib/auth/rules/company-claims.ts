import { mailDomain } from "./mail-domain";

/** Why a person may not sign in with the company; `companyRefusals` of lib/client/auth.ts has the sentences. */
export type CompanyRefusal = "CompanyEmailNotVerified" | "CompanyDomain" | "CompanyNotMember";

/** What the provider says of a person. */
export interface CompanyClaims {
  email?: unknown;
  email_verified?: unknown;
}

interface Trust {
  /** Whether an email without a word about it counts as verified. */
  trustsEmails: boolean;
  domains: readonly string[];
}

const MOST_EMAIL = 254;

/** The email by which a person may be found or made, or why there is none. Some providers write "true" as a text. */
export function emailOf(
  { email, email_verified: word }: CompanyClaims,
  { trustsEmails, domains }: Trust,
): { email: string } | { refusal: CompanyRefusal } {
  const isVerified = word === true || word === "true" || ((word === undefined || word === null) && trustsEmails);
  if (
    typeof email !== "string" ||
    !/^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(email) ||
    email.length > MOST_EMAIL ||
    !isVerified
  )
    return { refusal: "CompanyEmailNotVerified" };
  return domains.includes(mailDomain(email)) ? { email } : { refusal: "CompanyDomain" };
}

const LONGEST_NAME = 255;

/** What a new member is called: as the provider says, in one line, else by the email. */
export function nameOf(name: unknown, email: string): string {
  const line = typeof name === "string" ? name.replaceAll(/\p{Cc}/gu, " ").trim() : "";
  return [...line].slice(0, LONGEST_NAME).join("") || email;
}
