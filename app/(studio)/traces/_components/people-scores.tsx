"use client";
import { useQuery } from "@tanstack/react-query";
import { valueText } from "@/app/_components/label-field/form-label";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Time } from "@/app/_ui/text/time";
import { UserText } from "@/app/_ui/text/user-text";
import { sourceScoresQuery } from "@/lib/client/traces";
import type { Score } from "@/lib/contracts/annotation/scores";
import { isRecord } from "@/lib/records";

interface Props {
  title: string;
  type: "trace" | "observation_span" | "trace_session";
  id: string;
}

/** Annotations of and feedback on a source. Nothing while there is none. */
export function PeopleScores({ title, type, id }: Props) {
  const found = useQuery(sourceScoresQuery(type, id));
  if (found.isError)
    return (
      <ErrorState title="The annotations could not be loaded" error={found.error} onRetry={() => found.refetch()} />
    );
  if (!found.data || found.data.result.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-xs font-medium text-faint">{title}</h3>
      <ul className="grid gap-2">
        {found.data.result.map((score) => (
          <li key={score.id} className="grid gap-0.5">
            <span className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-medium wrap-anywhere">{score.label_name}</span>
              <span className="wrap-anywhere">{textOf(score)}</span>
              <span className="text-xs text-faint">
                {score.annotator_name ?? score.score_source}, <Time at={score.created_at} />
              </span>
            </span>
            {score.notes ? <UserText text={score.notes} className="text-soft" /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

const textOf = ({ label_type: type, value }: Score): string =>
  isRecord(value) ? valueText({ type }, value) : String(value);
