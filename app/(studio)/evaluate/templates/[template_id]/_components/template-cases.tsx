"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import NextLink from "next/link";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { ErrorState } from "@/app/_ui/error-state";
import { IconButton } from "@/app/_ui/icon-button";
import { Missing } from "@/app/_ui/missing";
import { Select } from "@/app/_ui/select";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { TableSkeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { type Column, Table } from "@/app/_ui/table";
import { toast } from "@/app/_ui/toast";
import { deleteEvalCase, evalCasesQuery, evalTemplateVersionsQuery, runEvalCases } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { listEvalCases } from "@/lib/contracts/evaluation/cases";
import { textOf } from "../../../_components/param-text";
import { verdictText } from "../../../_components/verdict-text";
import { expectedText } from "../../../playground/_components/expected";

type Case = Output<typeof listEvalCases>["cases"][number];

interface Props {
  template: { id: string; current_version: string; version_count: number };
  /** Whether the person may run and delete cases. */
  mayRun: boolean;
}

/** Test cases of a template, with their expected and last results. */
export function TemplateCases({ template, mayRun }: Props) {
  const { id } = template;
  const found = useQuery(evalCasesQuery(id));
  const listed = useQuery({ ...evalTemplateVersionsQuery(id), enabled: template.version_count > 1 });
  const [version, setVersion] = useState("");
  const [done, setDone] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);
  const { mutate, isPending, error } = useMutation(runEvalCases);
  const remove = useMutation(deleteEvalCase);
  const cases = found.data?.cases ?? [];
  const section = useRef<HTMLElement>(null);
  // The address may point to this section before it is rendered.
  useEffect(() => {
    if (!found.isPending && window.location.hash === "#cases") section.current?.scrollIntoView();
  }, [found.isPending]);
  const run = () => {
    if (!mayRun || isPending || cases.length === 0) return;
    controller.current = new AbortController();
    setDone(0);
    mutate(
      {
        id,
        case_ids: cases.map((one) => one.id),
        ...(version === "" ? {} : { version_number: Number(version) }),
        signal: controller.current.signal,
        onProgress: setDone,
      },
      { onSettled: () => setDone(null) },
    );
  };
  useShortcuts("Page", mayRun && cases.length > 0 ? [{ keys: "r", description: "Run the test cases", run }] : []);
  const others = (listed.data?.versions ?? []).filter(({ is_default }) => !is_default);
  return (
    <section ref={section} id="cases" aria-label="Test cases" className="scroll-mt-4">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h2 className="mr-auto text-base font-medium">Test cases</h2>
        {mayRun && cases.length > 0 ? (
          <>
            {others.length > 0 ? (
              <Select
                aria-label="Version that runs"
                className="w-44!"
                value={version}
                onChange={setVersion}
                options={[
                  { value: "", label: `${template.current_version}, current` },
                  ...others.map((one) => ({ value: String(one.version_number), label: one.version })),
                ]}
              />
            ) : null}
            <Button keys="r" busy={isPending} onClick={run}>
              {cases.length === 1 ? "Run the case" : `Run all ${cases.length}`}
            </Button>
            {isPending ? <Button onClick={() => controller.current?.abort()}>Stop</Button> : null}
          </>
        ) : null}
      </div>
      {found.isPending ? (
        <TableSkeleton columns={3} rows={1} />
      ) : found.isError ? (
        <ErrorState title="The test cases could not be loaded" error={found.error} onRetry={() => found.refetch()} />
      ) : cases.length === 0 ? (
        <p className="text-soft">
          None yet. In the{" "}
          <NextLink href={links.playground({ template: id })} className="text-accent underline underline-offset-2">
            playground
          </NextLink>
          , keep inputs with what is expected of them: each version can then be tried on all of them at once.
        </p>
      ) : (
        <>
          <p aria-live="polite" className="mb-1 text-soft tabular-nums">
            {done === null ? summaryOf(cases) : `${done} of ${cases.length} run`}
          </p>
          {error && error.name !== "AbortError" ? (
            <p role="alert" className="mb-1 text-bad">
              {error.message} Earlier results are kept.
            </p>
          ) : null}
          <Table
            caption="Test cases"
            rows={cases}
            rowKey={(one) => one.id}
            columns={[
              ...columnsFor(template),
              ...(mayRun
                ? [
                    {
                      key: "delete",
                      header: <span className="sr-only">Delete</span>,
                      align: "right" as const,
                      width: "w-10",
                      cell: (one: Case) => (
                        <IconButton
                          label="Delete the case"
                          onClick={() =>
                            remove.mutate(
                              { id, case_id: one.id },
                              { onSuccess: () => toast.done({ title: "Test case deleted" }) },
                            )
                          }
                        >
                          <Trash2 aria-hidden="true" />
                        </IconButton>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </>
      )}
    </section>
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

const inputsOf = ({ mapping }: Case): string =>
  Object.entries(mapping)
    .map(([name, value]) => `${name}: ${textOf(value)}`)
    .join(" · ")
    .slice(0, 300);

const columnsFor = ({ id, current_version }: Props["template"]): Column<Case>[] => [
  {
    key: "inputs",
    header: "Inputs",
    cell: (one) => (
      <NextLink
        data-row=""
        href={links.playground({ template: id, case: one.id })}
        className="reach block max-w-[40vw] truncate text-ink underline-offset-2 hover:underline sm:max-w-md"
      >
        {inputsOf(one)}
      </NextLink>
    ),
  },
  {
    key: "expected",
    header: "Expected",
    wide: true,
    cell: ({ expected }) => <span className="block max-w-48 truncate">{expectedText(expected)}</span>,
  },
  {
    key: "last",
    header: "Last run",
    cell: ({ last_run: run }) =>
      run === null ? (
        <Missing reason="Not run yet" />
      ) : (
        <span className="flex flex-wrap items-center gap-x-2" title={run.reason}>
          {run.met ? (
            <Status tone="good" shape="check">
              As expected
            </Status>
          ) : run.outcome === "error" ? (
            <Status tone="bad" shape="alert">
              Error
            </Status>
          ) : (
            <Status tone="bad" shape="cross">
              Not as expected
            </Status>
          )}
          <span className="text-soft tabular-nums max-sm:hidden">
            {run.outcome === "scored" ? verdictText(run.output) : run.outcome === "unscored" ? "No score" : run.reason}
          </span>
          {`V${run.version_number}` === current_version ? null : (
            <span className="text-faint">V{run.version_number}</span>
          )}
          {run.log_id ? (
            <NextLink
              href={links.evalLogs({ run: run.log_id })}
              className="reach text-accent underline-offset-2 hover:underline max-sm:hidden"
            >
              Log
            </NextLink>
          ) : null}
        </span>
      ),
  },
];
