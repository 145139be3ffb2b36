"use client";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { PageHeader } from "@/app/_ui/page/page-header";
import { evalCasesQuery, evalLogQuery } from "@/lib/client/evaluation";
import { mayWrite } from "@/lib/client/roles";
import type { OrganizationRole } from "@/lib/contracts/shapes";
import { textsOf } from "./form";
import { Playground } from "./playground";

/** The playground, empty or filled from an earlier run. */
export function PlaygroundScreen({ role, userId }: { role: OrganizationRole; userId: string }) {
  const { get, set } = useAddress();
  const logId = get("log");
  const log = useQuery({ ...evalLogQuery(logId ?? ""), enabled: logId !== undefined });
  const [templateId, caseId] = [get("template"), get("case")];
  const ofCase = templateId !== undefined && caseId !== undefined;
  const cases = useQuery({ ...evalCasesQuery(templateId ?? ""), enabled: ofCase });
  const kept = ofCase ? cases.data?.cases.find(({ id }) => id === caseId) : undefined;
  const query = logId ? log : ofCase ? cases : null;
  const header = <PageHeader title="Playground" description="Try a template on your own inputs. Each run is logged." />;
  if (query?.isPending) {
    return (
      <>
        {header}
        <TableSkeleton columns={2} rows={4} />
      </>
    );
  }
  if (query?.isError) {
    return (
      <>
        {header}
        <ErrorState title="The run could not be loaded" error={query.error} onRetry={() => query.refetch()} />
        <Button className="mt-3" onClick={() => set({ log: null, case: null })}>
          Start empty
        </Button>
      </>
    );
  }
  const from = log.data;
  return (
    <>
      {header}
      <Playground
        key={logId ?? kept?.id ?? ""}
        keptAs={`assay playground ${userId} ${logId ?? kept?.id ?? ""}`}
        mayRun={mayWrite(role)}
        templateId={templateId ?? from?.template_id}
        otherId={get("other")}
        inputs={textsOf(from?.values ?? kept?.mapping ?? {})}
        settings={{
          version: versionOf(get("version")),
          model: from?.model ?? "",
          params: textsOf(from?.params ?? kept?.params ?? {}),
        }}
        onChoose={set}
      />
    </>
  );
}

/** "2" as 2; null if it is not a version. */
const versionOf = (text: string | undefined): number | null =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
