"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { PageHeader } from "@/app/_ui/page/page-header";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { Time } from "@/app/_ui/text/time";
import { personQuery } from "@/lib/client/account";
import { FormSkeleton } from "../../_components/form-skeleton";
import { DeleteAccount } from "./delete-account";
import { DeskKeyForm } from "./desk-key-form";
import { NameForm } from "./name-form";
import { NotificationForm } from "./notification-form";
import { PasswordForm } from "./password-form";
import { SecondFactor } from "./second-factor";
import { SessionList } from "./session-list";

export const ProfileScreen = () => (
  <>
    <PageHeader title="Profile" description="Your name, your keys, your notifications and your sign-in." />
    <Loaded
      found={useQuery(personQuery())}
      problem="Your profile could not be loaded"
      skeleton={<FormSkeleton fields={3} />}
    >
      {(person) => (
        <div className="grid gap-8">
          <DefinitionList
            entries={[
              { term: "Email", value: person.email },
              { term: "Role", value: `${person.organization_role} of ${person.organization.display_name}` },
              { term: "Member since", value: <Time at={person.created_at} /> },
            ]}
          />
          <NameForm name={person.name} />
          <DeskKeyForm />
          <NotificationForm />
          <PasswordForm person={person} />
          <SecondFactor hasPassword={person.has_password} />
          <SessionList />
          <DeleteAccount email={person.email} />
        </div>
      )}
    </Loaded>
  </>
);
