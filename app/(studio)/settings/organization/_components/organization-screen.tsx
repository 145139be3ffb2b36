"use client";
import { useQuery } from "@tanstack/react-query";
import { LeaveOrganization } from "@/app/_components/leave-organization";
import { Loaded } from "@/app/_components/loaded";
import { TextField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Section } from "@/app/_ui/page/section";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { organizationFile, personQuery, updateOrganization } from "@/lib/client/account";
import { mayManageMembers } from "@/lib/client/roles";
import { DeleteSection } from "../../_components/delete-section";
import { FormSkeleton } from "../../_components/form-skeleton";
import { SettingsForm } from "../../_components/settings-form";
import { DeleteOrganization } from "./delete-organization";
import { FactorRequirement } from "./factor-requirement";
import { MediaHosts } from "./media-hosts";

export const OrganizationScreen = () => (
  <>
    <PageHeader
      title="Organization"
      description="Queues, labels, datasets and keys belong to the organization and are shared by its members."
    />
    <Loaded
      found={useQuery(personQuery())}
      problem="The organization could not be loaded"
      skeleton={<FormSkeleton fields={2} />}
    >
      {({ id, organization, default_workspace_id, organization_role }) => (
        <div className="grid gap-8">
          <Facts organization={organization} workspaceId={default_workspace_id} />
          {mayManageMembers(organization_role) ? (
            <>
              <RenameForm key={organization.id} name={organization.display_name} />
              <FactorRequirement />
              <MediaHosts />
              {organization_role === "Owner" ? <WholeFile /> : null}
            </>
          ) : (
            <p className="text-soft">
              Owners and Admins can rename the organization, set which hosts files load from, and ask for a second
              factor.
            </p>
          )}
          <DeleteSection
            title="Leave the organization"
            description="Your annotations stay. The last Owner cannot leave."
            action="Leave…"
          >
            {(close) => <LeaveOrganization userId={id} organizationId={organization.id} onClose={close} />}
          </DeleteSection>
          {organization_role === "Owner" ? <DeleteOrganization name={organization.display_name} /> : null}
        </div>
      )}
    </Loaded>
  </>
);

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

const WholeFile = () => (
  <Section title="Export everything" className="max-w-md">
    <p className="mb-3 text-soft">
      One file with all datasets, annotations, traces, evaluations, simulations, prompts and the people’s names and
      emails. Another Assay server of the same version imports it. It has no passwords, provider keys or webhooks.
    </p>
    <a href={organizationFile()} download className={buttonClasses({})}>
      Download the organization
    </a>
  </Section>
);

function RenameForm({ name }: { name: string }) {
  const form = useSaveForm({
    initial: { name },
    save: withInput(updateOrganization, (values: { name: string }) => ({ name: values.name.trim() })),
  });
  const text = form.values.name.trim();
  return (
    <SettingsForm
      title="Rename"
      description="All members see the new name."
      action="Save name"
      form={form}
      idle={text === "" || text === name}
    >
      <TextField form={form} name="name" label="Name" maxLength={255} />
    </SettingsForm>
  );
}
