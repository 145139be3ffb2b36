"use client";
import type { ReactNode } from "react";
import { PageForm, useSaveKey } from "@/app/_form/page-form";
import type { SaveForm } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { ForWriters } from "../../../_components/for-writers";
import { AboutFields, InstructionsField, RuleFields } from "../../_components/queue-fields";
import type { QueueForm } from "../../_components/queue-form";
import { DeskPreview } from "./desk-preview";
import { FormSection } from "./form-section";
import { shownLabels } from "./label-entries";
import { LabelSection } from "./label-section";
import { LayoutSection } from "./layout-section";
import { MemberRoles } from "./member-roles";
import { MISSING_LIST, MissingList } from "./missing-list";
import { sourceLayoutOf } from "./new-queue";
import { SourceSection } from "./source-section";
import { TemplateChoice } from "./template-choice";
import type { TemplateName } from "./templates";
import { useNewQueue } from "./use-new-queue";

interface Props {
  role: OrganizationRole;
  template: TemplateName | null;
  datasetId: string | null;
  name: string;
}

/** A queue in one sitting: its source, layout, labels, people, rules and instructions, beside the desk that they make. */
export const NewQueueScreen = ({ role, ...start }: Props) => (
  <PageBody>
    <PageHeader
      parent={{ href: links.queues(), label: "Queues" }}
      title="Create a queue"
      description="Items to annotate, with their labels and people. Everything can be changed later."
    />
    <ForWriters role={role} things="queues">
      <Editor {...start} />
    </ForWriters>
  </PageBody>
);

function Editor(start: Omit<Props, "role">) {
  const page = useNewQueue(start);
  const { form, source, labels, entries, missing } = page;
  const { values } = form;
  const stopped = missing.some(({ stopsCreation }) => stopsCreation);
  const create = () => (stopped || form.busy ? undefined : page.create(false));
  useSaveKey(create, "Create the queue");
  return (
    <Beside
      aside={
        <>
          <MissingList things={missing} />
          <DeskPreview
            content={source.wire}
            absence={source.absence}
            layout={sourceLayoutOf(values, source.content)}
            labels={shownLabels(entries, labels ?? [])}
            instructions={values.instructions}
          />
        </>
      }
    >
      <PageForm
        form={form}
        // Enter in one of many fields is no decision to create a queue.
        onSubmit={() => undefined}
        leaveTo={links.queues()}
        buttons={
          <>
            <Button
              look="primary"
              busy={form.busy}
              disabled={missing.length > 0}
              aria-describedby={MISSING_LIST}
              onClick={() => page.create(true)}
            >
              Create and activate
            </Button>
            <Button keys="mod+s" busy={form.busy} disabled={stopped} onClick={create}>
              Create
            </Button>
          </>
        }
      >
        <Sections page={page} />
      </PageForm>
    </Beside>
  );
}

function Sections({ page: { form, source, labels, searchLabels, entries } }: { page: ReturnType<typeof useNewQueue> }) {
  // Safe: the fields of the settings read and change nothing but settings, which the form has.
  const settings = form as unknown as SaveForm<QueueForm>;
  return (
    <>
      <TemplateChoice form={form} />
      <FormSection name="about" title="About">
        <AboutFields form={settings} />
      </FormSection>
      <SourceSection form={form} total={source.total} />
      <LayoutSection form={form} content={source.content} />
      <LabelSection form={form} entries={entries} known={labels} onSearch={searchLabels} />
      <FormSection name="people" title="People">
        <MemberRoles roles={form.values.roles} onChange={(roles) => form.set({ roles })} />
      </FormSection>
      <FormSection name="rules" title="Rules" about="How people work in the queue, and until when.">
        <RuleFields form={settings} />
      </FormSection>
      <FormSection name="instructions" title="Instructions">
        <InstructionsField form={settings} />
      </FormSection>
    </>
  );
}

/** The form, with what it makes beside it, or below it where there is no room. */
const Beside = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-8 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
    {children}
    <div className="xl:relative">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:sticky xl:top-4 xl:max-h-[calc(100dvh-2rem)] xl:overflow-y-auto">
        {aside}
      </div>
    </div>
  </div>
);
