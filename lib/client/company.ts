// Sign-in with the company: how an organization sets it up, and how a person begins it.
import { mutationFor, queryFor } from "@/lib/client/query";
import { startProviderSignIn } from "./auth";
import * as operations from "./operations";

const about = [operations.getCompanySignIn];

export const companySignInQuery = () => queryFor(operations.getCompanySignIn, {});
export const setCompanySignIn = mutationFor(operations.setCompanySignIn, {
  invalidates: about,
  showsErrors: true,
  done: "Provider saved",
});
export const deleteCompanySignIn = mutationFor(operations.deleteCompanySignIn, {
  invalidates: about,
  done: "Provider removed",
});
export const checkCompanySignIn = mutationFor(operations.checkCompanySignIn, { showsErrors: true });
export const addCompanyDomain = mutationFor(operations.addCompanyDomain, { invalidates: about, showsErrors: true });
export const checkCompanyDomain = mutationFor(operations.checkCompanyDomain, { invalidates: about });
export const deleteCompanyDomain = mutationFor(operations.deleteCompanyDomain, {
  invalidates: about,
  done: "Domain removed",
});

const find = mutationFor(operations.findCompanySignIn, { showsErrors: true });

export interface CompanyStart {
  email: string;
  /** The page to come back to. */
  next: string;
}

/** Finds where to go on: the sign-in of the provider of the email's company. */
export const beginCompanySignIn = {
  ...find,
  mutationFn: async ({ email, next }: CompanyStart): Promise<{ url: string }> => {
    const { provider_id } = await find.mutationFn({ email });
    if (provider_id === null)
      throw new Error("No company signs in with this email's domain here. Sign in with your password.");
    const outcome = await startProviderSignIn(provider_id, { email, next });
    if ("message" in outcome) throw new Error(outcome.message);
    return outcome;
  },
};
