"use client";
import NextLink from "next/link";
import { Field } from "@/app/_ui/control/field";
import { SearchSelect } from "@/app/_ui/control/search-select";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { Badge } from "@/app/_ui/text/badge";
import { isStatus } from "@/lib/client/call-error";
import { links } from "@/lib/client/links";
import { useTemplateOptions } from "../../_components/use-template-options";
import { kindOf, outputWords } from "../../_components/words";
import type { Side } from "./use-side";

interface Props {
  side: Pick<Side, "found" | "template" | "templateId">;
  label: string;
  onChoose: (id: string) => void;
}

/** The template of a side, with a search and a summary. */
export function TemplateField({ side, label, onChoose }: Props) {
  const { found, template, templateId } = side;
  const { options, empty } = useTemplateOptions(template);
  return (
    <div className="grid gap-2">
      <Field label={label}>
        <SearchSelect
          options={options}
          value={templateId ?? null}
          onChange={onChoose}
          placeholder="Type a name or what it measures"
          empty={empty}
        />
      </Field>
      {found.isError ? (
        <ErrorState
          title={isStatus(found.error, 404) ? "Template not found" : "The template could not be loaded"}
          error={found.error}
          onRetry={() => found.refetch()}
        />
      ) : template ? (
        <div className="grid gap-1 text-soft">
          <p>{template.description}</p>
          <p className="flex flex-wrap items-center gap-2">
            <Badge>{kindOf(template)}</Badge>
            <Badge>{outputWords[template.output]}</Badge>
            <NextLink
              href={links.evalTemplate(template.id)}
              className="reach text-xs text-accent underline-offset-2 hover:underline"
            >
              About {template.name}
            </NextLink>
          </p>
        </div>
      ) : templateId ? (
        <Skeleton className="w-2/3" />
      ) : null}
    </div>
  );
}
