"use client";
import { useQuery } from "@tanstack/react-query";
import { notFound, useRouter } from "next/navigation";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { draftsOf } from "@/app/_form/draft-store";
import { PageForm, useSaveKey } from "@/app/_form/page-form";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { PageHeader } from "@/app/_ui/page/page-header";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { runTestQuery, updateRunTest } from "@/lib/client/runs";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import type { RunTest } from "../run/run-facts";
import { EvaluationFields } from "./evaluation-fields";
import { changeOf, formOfRun, type RunForm, turnsError } from "./run-form";
import { PassFields, SimulationFields } from "./simulation-fields";
import { SubjectFields } from "./subject-fields";

const parent = { href: links.runs(), label: "Test runs" };

export function EditRunScreen({ runTestId, role }: { runTestId: string; role: OrganizationRole }) {
  // A refetch must not replace what the user is typing.
  const found = useQuery({ ...runTestQuery(runTestId), refetchOnWindowFocus: false });
  if (!mayWrite(role)) notFound();
  return (
    <FoundPage found={found} title="Edit test run" parent={parent} problem="The run could not be loaded" columns={2}>
      {(run) => (
        <>
          <PageHeader
            title={`Edit ${run.name}`}
            description="Executions that have started keep what they started with."
            parent={{ href: links.run(run.id), label: run.name }}
          />
          <EditRun key={run.id} run={run} />
        </>
      )}
    </FoundPage>
  );
}

const drafts = draftsOf<RunForm>();

function EditRun({ run }: { run: RunTest }) {
  const router = useRouter();
  // What others change meanwhile stays, unless it is changed here too.
  const [before] = useState(() => formOfRun(run));
  const form = useDraftedForm({
    drafts,
    path: links.editRun(run.id),
    initial: () => before,
    save: withInput(updateRunTest, (values: RunForm) => ({ run_test_id: run.id, ...changeOf(values, before) })),
    onSaved: () => {
      form.forget();
      router.push(links.run(run.id));
    },
  });
  const isInvalid = turnsError(form.values) !== undefined;
  useSaveKey(() => (isInvalid ? undefined : form.submit()));
  return (
    <PageForm
      form={form}
      isInvalid={isInvalid}
      leaveTo={links.run(run.id)}
      buttons={
        <Button look="primary" type="submit" keys="mod+s" busy={form.busy}>
          Save
        </Button>
      }
    >
      <SubjectFields form={form} run={run} />
      <EvaluationFields form={form} hint="Results of an evaluation that you remove are hidden." />
      <SimulationFields form={form} />
      <PassFields form={form} />
    </PageForm>
  );
}
