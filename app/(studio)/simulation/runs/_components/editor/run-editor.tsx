"use client";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import { draftsOf } from "@/app/_form/draft-store";
import { PageForm, useSaveKey } from "@/app/_form/page-form";
import { useDraftedForm } from "@/app/_form/use-drafted-form";
import { withInput } from "@/app/_form/use-save-form";
import { Button } from "@/app/_ui/button/button";
import { links } from "@/lib/client/links";
import { newId } from "@/lib/client/outbox/new-id";
import { createRunTest, executeRunTest } from "@/lib/client/runs";
import { EvaluationFields } from "./evaluation-fields";
import { bodyOf, emptyRun, type RunForm, turnsError } from "./run-form";
import { PassFields, SimulationFields } from "./simulation-fields";
import { SubjectFields } from "./subject-fields";

const drafts = draftsOf<RunForm>();

/** The form of a test run: agent, scenarios, evaluations and settings. */
export function RunEditor() {
  const router = useRouter();
  const { start, isStarting } = useStart();
  const runsNow = useRef(false);
  const scenario = useAddress().get("scenario");
  const form = useDraftedForm({
    drafts,
    path: links.newRun(),
    owner: scenario ?? "",
    initial: () => (scenario ? { ...emptyRun, scenarioIds: [scenario] } : emptyRun),
    save: withInput(createRunTest, bodyOf),
    onSaved: ({ id }) => {
      form.forget();
      if (runsNow.current) start(id);
      else router.push(links.run(id));
    },
  });
  const isInvalid = turnsError(form.values) !== undefined;
  const busy = form.busy || isStarting;
  const send = (runs: boolean) => {
    if (busy || isInvalid) return;
    runsNow.current = runs;
    form.submit();
  };
  useSaveKey(() => send(false));
  return (
    <PageForm
      form={form}
      onSubmit={() => send(true)}
      isInvalid={isInvalid}
      leaveTo={links.runs()}
      buttons={
        <>
          <Button look="primary" type="submit" busy={busy}>
            Create and run
          </Button>
          <Button keys="mod+s" busy={busy} onClick={() => send(false)}>
            Create
          </Button>
        </>
      }
    >
      <SubjectFields form={form} scenario={scenario} />
      <EvaluationFields form={form} />
      <SimulationFields form={form} />
      <PassFields form={form} />
    </PageForm>
  );
}

/** Runs what was created, and shows the execution; or the run, if it could not start. */
function useStart() {
  const router = useRouter();
  const [key] = useState(newId);
  const { mutate, isPending } = useMutation(executeRunTest(key));
  const start = (run_test_id: string) =>
    mutate(
      { run_test_id },
      {
        onSuccess: ({ execution_id }) => router.push(links.execution(execution_id)),
        onError: () => router.push(links.run(run_test_id)),
      },
    );
  return { start, isStarting: isPending };
}
