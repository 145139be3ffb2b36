"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import { PageHeader } from "@/app/_ui/page-header";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { evalLogQuery } from "@/lib/client/evaluation";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { textsOf } from "./form";
import { Playground } from "./playground";

/** The playground, empty or with all of an earlier run filled in. */
export function PlaygroundScreen({ role }: { role: OrganizationRole }) {
  const { get, set } = useAddress();
  const logId = get("log");
  const log = useQuery({ ...evalLogQuery(logId ?? ""), enabled: logId !== undefined });
  const header = (
    <PageHeader title="Playground" description="One run of a template on inputs of yours. Each run leaves a log." />
  );
  if (logId && log.isPending) {
    return (
      <>
        {header}
        <TableSkeleton columns={2} rows={4} />
      </>
    );
  }
  if (logId && log.isError) {
    return (
      <>
        {header}
        <ErrorState title="The run could not be loaded" error={log.error} onRetry={() => log.refetch()} />
        <Button className="mt-3" onClick={() => set({ log: null })}>
          Begin with nothing
        </Button>
      </>
    );
  }
  const from = log.data;
  return (
    <>
      {header}
      <Playground
        key={logId ?? ""}
        mayRun={mayWrite(role)}
        templateId={get("template") ?? from?.template_id}
        otherId={get("other")}
        inputs={from ? textsOf(from.values) : {}}
        settings={{ model: from?.model ?? "", params: from ? textsOf(from.params) : {} }}
        onChoose={set}
      />
    </>
  );
}
