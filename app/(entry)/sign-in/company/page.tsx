import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentCaller } from "@/app/_server/session";
import { companySignInMessage } from "@/lib/client/auth";
import { links } from "@/lib/client/links";
import { EntryCard } from "../../_components/entry-card";
import { nextPath } from "../../_components/next-path";
import { oneText } from "../../_components/one-text";
import { SignOut } from "../../_components/sign-out";
import { TextLink } from "../../_components/text-link";
import { WaysOut } from "../../_components/ways-out";
import { signedInEmail } from "../../_server/invitation";
import { readOrganizations } from "../../_server/requirements";
import { CompanyForm } from "./_components/company-form";

export const metadata: Metadata = { title: "Sign in with your company" };

/** Also where a session goes whose organization asks for it. */
export default async function CompanySignInPage({ searchParams }: PageProps<"/sign-in/company">) {
  const address = await searchParams;
  const next = nextPath(oneText(address.next) ?? oneText(address.callbackUrl));
  const caller = await currentCaller();
  if (caller && caller.lacks !== "company_sign_in") redirect(next);
  const other = next === links.home() ? undefined : next;
  return (
    <EntryCard
      title="Sign in with your company"
      description={
        caller
          ? "Your organization asks people at your mail domain to sign in with its provider."
          : "Your email says which provider signs you in."
      }
      aside={caller ? null : <TextLink href={links.signIn(other)}>Back to sign-in</TextLink>}
    >
      <CompanyForm
        next={next}
        email={caller ? ((await signedInEmail()) ?? "") : ""}
        failure={companySignInMessage({ get: (name) => oneText(address[name]) })}
      />
      {caller ? (
        <>
          <SignOut isMain={false} />
          <WaysOut
            owner={{ userId: caller.userId, organizationId: caller.organizationId }}
            others={(await readOrganizations(caller)).others}
          />
        </>
      ) : null}
    </EntryCard>
  );
}
