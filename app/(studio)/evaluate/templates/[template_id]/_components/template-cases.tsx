"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useEffect, useRef } from "react";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { Select } from "@/app/_ui/control/select";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { evalCasesQuery, evalTemplateVersionsQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import { type Case, CaseTable } from "./case-table";
import { useCaseRun } from "./use-case-run";

interface Template {
  id: string;
  current_version: string;
  version_count: number;
}

/** Test cases of a template, with their expected and last results. */
export function TemplateCases({ template, mayRun }: { template: Template; mayRun: boolean }) {
  const found = useQuery(evalCasesQuery(template.id));
  const cases = found.data?.cases ?? [];
  const caseRun = useCaseRun(
    template.id,
    cases.map(({ id }) => id),
  );
  const section = useRef<HTMLElement>(null);
  // The address may point to this section before it is rendered.
  useEffect(() => {
    if (!found.isPending && window.location.hash === "#cases") section.current?.scrollIntoView();
  }, [found.isPending]);
  const mayStart = mayRun && cases.length > 0;
  useShortcuts("Page", mayStart ? [{ keys: "r", description: "Run the test cases", run: caseRun.run }] : []);
  return (
    <section ref={section} id="cases" aria-label="Test cases" className="scroll-mt-4">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-base font-medium">Test cases</h2>
        {mayStart ? <RunActions template={template} caseRun={caseRun} count={cases.length} /> : null}
      </div>
      <Loaded
        found={found}
        problem="The test cases could not be loaded"
        skeleton={<TableSkeleton columns={3} rows={1} />}
      >
        {() =>
          cases.length === 0 ? (
            <NoCases id={template.id} />
          ) : (
            <>
              <p aria-live="polite" className="mb-1 text-soft tabular-nums">
                {caseRun.done === null ? summaryOf(cases) : `${caseRun.done} of ${cases.length} run`}
              </p>
              {caseRun.error ? (
                <p role="alert" className="mb-1 text-bad">
                  {caseRun.error.message} Earlier results are kept.
                </p>
              ) : null}
              <CaseTable template={template} cases={cases} mayDelete={mayRun} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const NoCases = ({ id }: { id: string }) => (
  <p className="text-soft">
    None yet. In the{" "}
    <NextLink href={links.playground({ template: id })} className="text-accent underline underline-offset-2">
      playground
    </NextLink>
    , keep inputs with what is expected of them: each version can then be tried on all of them at once.
  </p>
);

interface ActionProps {
  template: Template;
  caseRun: ReturnType<typeof useCaseRun>;
  count: number;
}

/** Which version runs, and the buttons that start and stop it. */
function RunActions({ template, caseRun, count }: ActionProps) {
  const listed = useQuery({ ...evalTemplateVersionsQuery(template.id), enabled: template.version_count > 1 });
  const others = (listed.data?.versions ?? []).filter(({ is_default }) => !is_default);
  return (
    <>
      {others.length > 0 ? (
        <Select
          aria-label="Version that runs"
          className="w-44!"
          value={caseRun.version}
          onChange={caseRun.setVersion}
          options={[
            { value: "", label: `${template.current_version}, current` },
            ...others.map((one) => ({ value: String(one.version_number), label: one.version })),
          ]}
        />
      ) : null}
      <Button keys="r" busy={caseRun.isPending} onClick={caseRun.run}>
        {count === 1 ? "Run the case" : `Run all ${count}`}
      </Button>
      {caseRun.isPending ? <Button onClick={caseRun.stop}>Stop</Button> : null}
    </>
  );
}

/** "3 of 5 as expected, 1 not yet run". */
function summaryOf(cases: readonly Case[]): string {
  const ran = cases.filter(({ last_run }) => last_run !== null);
  const met = ran.filter(({ last_run }) => last_run?.met).length;
  const waiting = cases.length - ran.length;
  if (ran.length === 0) return cases.length === 1 ? "Not run yet" : "None have run yet";
  return `${met} of ${ran.length} as expected${waiting > 0 ? `, ${waiting} not run yet` : ""}`;
}
