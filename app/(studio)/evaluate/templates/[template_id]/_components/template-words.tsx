"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { SourceField } from "@/app/_components/source/source-field";
import { Linked } from "@/app/_ui/text/user-text";
import { evalTemplateNamesQuery } from "@/lib/client/evaluation";
import { links } from "@/lib/client/links";
import type { Output } from "@/lib/contracts/contract";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import { aggregationWords } from "../../../_components/words";

type Template = Output<typeof getEvalTemplate>;

/** How a template finds its score: a function's notes, a judge's criteria or a composite's parts. */
export function TemplateWords({ template }: { template: Template }) {
  const { notes, differs, source, instructions, code, children } = template;
  return (
    <div className="grid min-w-0 content-start gap-6">
      {notes.length > 0 || source ? (
        <section>
          <h2 className="mb-2 text-base font-medium">How it works</h2>
          {differs ? <p className="mb-2 wrap-anywhere">{differs}</p> : null}
          <ul className="grid list-disc gap-1.5 pl-4 marker:text-faint">
            {notes.map((note) => (
              <li key={note} className="wrap-anywhere">
                <Linked text={note} />
              </li>
            ))}
          </ul>
          {source ? (
            <p className="mt-3 text-soft wrap-anywhere">
              Source: <Linked text={source} />
            </p>
          ) : null}
        </section>
      ) : null}
      {instructions ? (
        <section>
          <h2 className="mb-2 text-base font-medium">Judge prompt</h2>
          <SourceField name="Criteria" text={instructions} />
          <p className="mt-2 text-xs text-faint">
            The inputs follow the criteria as data. A fixed schema sets the answer's format.
          </p>
        </section>
      ) : null}
      {code ? (
        <section>
          <h2 className="mb-2 text-base font-medium">Code</h2>
          <pre className="overflow-x-auto rounded-md border border-line bg-sunk p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {code}
          </pre>
        </section>
      ) : null}
      {children.length > 0 ? <Parts template={template} /> : null}
    </div>
  );
}

/** The parts of a composite template. */
function Parts({ template: { children, aggregation } }: { template: Template }) {
  const names = useQuery(evalTemplateNamesQuery());
  const nameOf = (id: string) => names.data?.find((named) => named.id === id)?.name ?? id;
  const way = aggregation ?? "weighted_avg";
  return (
    <section>
      <h2 className="mb-2 text-base font-medium">Parts</h2>
      <p className="mb-2 text-soft">
        Combined by: {aggregationWords[way].toLowerCase()}. It has a score only if every part has one.
      </p>
      <ul className="grid gap-1">
        {children.map(({ template_id, weight }) => (
          <li key={template_id}>
            <NextLink
              href={links.evalTemplate(template_id)}
              className="reach text-accent underline-offset-2 wrap-anywhere hover:underline"
            >
              {nameOf(template_id)}
            </NextLink>
            {way === "weighted_avg" ? <span className="text-faint"> · weight {weight}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
