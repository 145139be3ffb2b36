import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentCaller } from "@/app/_server/session";
import { connection } from "@/db/client";
import { firstWithCompanySignIn } from "@/lib/accounts/company/load";
import { providerButtons } from "@/lib/auth/providers";
import { BY_INVITATION, listed } from "@/lib/auth/rules/sign-up";
import { whoMaySignUp } from "@/lib/auth/sign-up";
import { signInMessage } from "@/lib/client/auth";
import { links } from "@/lib/client/links";
import { EntryCard } from "../_components/entry-card";
import { nextPath } from "../_components/next-path";
import { oneText } from "../_components/one-text";
import { TextLink } from "../_components/text-link";
import { ProviderButtons } from "./_components/provider-buttons";
import { SignInForm } from "./_components/sign-in-form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: PageProps<"/sign-in">) {
  const address = await searchParams;
  // Auth.js names it `callbackUrl` in its own redirects.
  const next = nextPath(oneText(address.next) ?? oneText(address.callbackUrl));
  if (await currentCaller()) redirect(next);
  const { db } = connection();
  const [who, company] = await Promise.all([whoMaySignUp(db), firstWithCompanySignIn(db)]);
  const withCompany = company !== null;
  const providers = providerButtons();
  const other = next === links.home() ? undefined : next;
  return (
    <EntryCard
      title="Sign in"
      aside={
        who === "invite" ? (
          <>New here? {BY_INVITATION}</>
        ) : (
          <>
            New here? <TextLink href={links.signUp(other)}>Create an organization</TextLink>
            {who === "open" ? null : <> with an address at {listed(who)}</>}
          </>
        )
      }
    >
      <SignInForm
        next={next}
        isContinued={oneText(address.second_factor) === "1"}
        failure={signInMessage({ get: (name) => oneText(address[name]) })}
      />
      {providers.length > 0 || withCompany ? (
        <ProviderButtons
          providers={providers}
          next={next}
          companyLink={withCompany ? links.companySignIn(other) : null}
        />
      ) : null}
    </EntryCard>
  );
}
