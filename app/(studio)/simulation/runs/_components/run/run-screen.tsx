"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { DeleteAction } from "@/app/(studio)/_components/delete-action";
import { links } from "@/lib/client/links";
import { newId } from "@/lib/client/outbox/new-id";
import { mayWrite } from "@/lib/client/roles";
import { deleteRunTest, executeRunTest, runTestQuery } from "@/lib/client/runs";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { ExecutionTable } from "./execution-table";
import { RunFacts, type RunTest } from "./run-facts";

const parent = { href: links.runs(), label: "Test runs" };

export function RunScreen({ runTestId, role }: { runTestId: string; role: OrganizationRole }) {
  const found = useQuery(runTestQuery(runTestId));
  return (
    <FoundPage found={found} title="Test run" parent={parent} problem="The run could not be loaded" columns={4}>
      {(run) => <RunView run={run} may={mayWrite(role)} />}
    </FoundPage>
  );
}

function RunView({ run, may }: { run: RunTest; may: boolean }) {
  const router = useRouter();
  // Of this visit: two clicks in one frame, or a click while the execution's page loads, start no second execution.
  const [key] = useState(newId);
  const execute = useMutation(executeRunTest(key));
  const start = () => {
    if (execute.isPending) return;
    execute.mutate(
      { run_test_id: run.id },
      { onSuccess: ({ execution_id }) => router.push(links.execution(execution_id)) },
    );
  };
  const edit = links.editRun(run.id);
  const shortcuts = [
    { keys: "r", description: "Run", run: start },
    { keys: "e", description: "Edit the run", run: () => router.push(edit) },
  ];
  useShortcuts("Page", may ? shortcuts : []);
  const actions = (
    <>
      <DeleteAction
        noun="run"
        title={`Delete ${run.name}?`}
        remove={deleteRunTest}
        input={{ run_test_id: run.id }}
        next={links.runs()}
      >
        Running executions are cancelled, and finished ones are no longer shown. This cannot be undone.
      </DeleteAction>
      <LinkButton href={edit} keys="e">
        Edit
      </LinkButton>
      <Button look="primary" keys="r" busy={execute.isPending} onClick={start}>
        Run
      </Button>
    </>
  );
  return (
    <>
      <PageHeader title={run.name} description={run.description} parent={parent} actions={may ? actions : null} />
      <RunFacts run={run} may={may} />
      <ExecutionTable runTestId={run.id} />
    </>
  );
}
