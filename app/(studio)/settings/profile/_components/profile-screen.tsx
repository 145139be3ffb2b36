"use client";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { personQuery } from "@/lib/client/account";
import { FormSkeleton } from "../../_components/form-skeleton";
import { NameForm } from "./name-form";
import { PasswordForm } from "./password-form";
import { SessionList } from "./session-list";

export function ProfileScreen() {
  const person = useQuery(personQuery());
  return (
    <>
      <PageHeader title="Profile" description="Your name and your sign-in." />
      {person.isPending ? (
        <FormSkeleton fields={3} />
      ) : person.isError ? (
        <ErrorState title="Your profile could not be loaded" error={person.error} onRetry={() => person.refetch()} />
      ) : (
        <div className="grid gap-8">
          <DefinitionList
            entries={[
              { term: "Email", value: person.data.email },
              { term: "Role", value: `${person.data.organization_role} of ${person.data.organization.display_name}` },
              { term: "Member since", value: <Time at={person.data.created_at} /> },
            ]}
          />
          <NameForm name={person.data.name} />
          <PasswordForm person={person.data} />
          <SessionList />
        </div>
      )}
    </>
  );
}
