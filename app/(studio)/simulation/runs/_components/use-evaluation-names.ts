"use client";
import { useQuery } from "@tanstack/react-query";
import { evalTemplateNamesQuery } from "@/lib/client/evaluation";

/** What an evaluation is called that was made over the API without a name. */
const UNNAMED = /^Eval-([0-9a-f-]{36})$/;
const BEGINS_UNNAMED = /^Eval-[0-9a-f-]{36}(?=\W)/;

/** How evaluations are called here: one without a name of its own as its template. */
export function useEvaluationNames(names: readonly string[]): (name: string) => string {
  const templates = useQuery({ ...evalTemplateNamesQuery(), enabled: names.some((name) => UNNAMED.test(name)) });
  return (name) => {
    const id = UNNAMED.exec(name)?.[1];
    return (id && templates.data?.find((template) => template.id === id)?.name) || name;
  };
}

/** The name that a sentence begins with, of an evaluation that was given none. */
export const unnamedIn = (text: string): string | undefined => BEGINS_UNNAMED.exec(text)?.[0];
