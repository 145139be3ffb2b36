"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { Field } from "@/app/_ui/control/field";
import { Input } from "@/app/_ui/control/input";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { PageHeader } from "@/app/_ui/page/page-header";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { personQuery, updateOrganization } from "@/lib/client/account";
import { fieldError, formError } from "@/lib/client/call-error";
import { mayManageMembers } from "@/lib/client/roles";
import { FormSkeleton } from "../../_components/form-skeleton";
import { SettingsForm } from "../../_components/settings-form";

export function OrganizationScreen() {
  const person = useQuery(personQuery());
  return (
    <>
      <PageHeader
        title="Organization"
        description="Queues, labels, datasets and keys belong to the organization and are shared by its members."
      />
      {person.isPending ? (
        <FormSkeleton fields={2} />
      ) : person.isError ? (
        <ErrorState
          title="The organization could not be loaded"
          error={person.error}
          onRetry={() => person.refetch()}
        />
      ) : (
        <div className="grid gap-8">
          <Facts organization={person.data.organization} workspaceId={person.data.default_workspace_id} />
          {mayManageMembers(person.data.organization_role) ? (
            <RenameForm key={person.data.organization.id} name={person.data.organization.display_name} />
          ) : (
            <p className="text-soft">Owners and Admins can rename the organization.</p>
          )}
        </div>
      )}
    </>
  );
}

interface FactsProps {
  organization: { id: string; display_name: string };
  workspaceId: string;
}

function Facts({ organization, workspaceId }: FactsProps) {
  const entry = (term: string, id: string) => ({
    term,
    value: (
      <span className="flex items-center gap-1">
        <code className="font-mono text-xs wrap-anywhere">{id}</code>
        <CopyButton text={id} label={`Copy the ${term}`} />
      </span>
    ),
  });
  return (
    <DefinitionList
      entries={[
        { term: "Name", value: organization.display_name },
        entry("Organization ID", organization.id),
        entry("Workspace ID", workspaceId),
      ]}
    />
  );
}

function RenameForm({ name }: { name: string }) {
  const [value, setValue] = useState(name);
  const { mutate, isPending, error } = useMutation(updateOrganization);
  const text = value.trim();
  return (
    <SettingsForm
      title="Rename"
      description="All members see the new name."
      action="Save name"
      busy={isPending}
      idle={text === "" || text === name}
      problem={formError(error, ["name"])}
      onSubmit={() => mutate({ name: text })}
    >
      <Field label="Name" error={fieldError(error, "name")}>
        <Input maxLength={255} value={value} onChange={(event) => setValue(event.target.value)} />
      </Field>
    </SettingsForm>
  );
}
