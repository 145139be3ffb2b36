"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { useRole } from "@/app/_components/use-role";
import { PageHeader } from "@/app/_ui/page/page-header";
import { companySignInQuery } from "@/lib/client/account";
import { ForAdmins } from "../../_components/for-admins";
import { FormSkeleton } from "../../_components/form-skeleton";
import { Domains } from "./domains";
import { ProviderFacts } from "./provider-facts";
import { ProviderForm } from "./provider-form";
import { RemoveProvider } from "./remove-provider";

export const CompanyScreen = () => (
  <ForAdmins
    title="Company sign-in"
    reserved="Owners and Admins see how the company signs in"
    hint="Ask one of them if you cannot sign in."
  >
    <Company />
  </ForAdmins>
);

function Company() {
  const isOwner = useRole() === "Owner";
  return (
    <>
      <PageHeader
        title="Company sign-in"
        description="People at your mail domains sign in with your own OpenID Connect provider, such as Okta, Entra ID or Keycloak."
      />
      <Loaded
        found={useQuery(companySignInQuery())}
        problem="The company's sign-in could not be loaded"
        skeleton={<FormSkeleton fields={5} />}
      >
        {(settings) => (
          <div className="grid gap-8">
            <ProviderFacts settings={settings} />
            {isOwner ? (
              <ProviderForm key={settings.provider?.updated_at ?? "new"} provider={settings.provider} />
            ) : (
              <p className="text-soft">An Owner sets the provider, because it can sign Owners in.</p>
            )}
            <Domains domains={settings.domains} />
            {isOwner && settings.provider ? <RemoveProvider /> : null}
          </div>
        )}
      </Loaded>
    </>
  );
}
