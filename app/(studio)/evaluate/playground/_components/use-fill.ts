"use client";
import { useAddress } from "@/app/_components/use-address";
import type { InputKey } from "../../_components/mapping";
import { mappingFor } from "../../tasks/_components/draft";
import type { Texts } from "./form";
import type { InputDraft } from "./input-draft";
import { useRow } from "./use-row";
import { useSpan } from "./use-span";

const sources = ["hand", "row", "span"] as const;
export type Source = (typeof sources)[number];

export type Fill = ReturnType<typeof useFill>;

/** Where the inputs come from: written by hand, or filled from a dataset's row or a span and then perhaps changed. */
export function useFill(
  keys: readonly InputKey[],
  written: InputDraft,
  onWrite: (changes: Partial<InputDraft>) => void,
) {
  const { get, set } = useAddress();
  const asked = get("from") ?? (get("dataset") ? "row" : get("trace") ? "span" : "hand");
  const source = sources.find((one) => one === asked) ?? "hand";
  const row = useRow(keys);
  const span = useSpan(keys, source === "span");
  const from = source === "row" ? row : source === "span" ? span : null;
  const at = from?.at ?? null;
  // What was written belongs to where it was written: the next row begins with what stands in it.
  // A field that nobody has written into is an empty text; what a row or a span lacks is absent.
  const byHand = keys.flatMap(({ key, isOptional }) => (isOptional ? [] : [[key, ""]]));
  const blank: Texts = source === "hand" ? Object.fromEntries(byHand) : (from?.inputs ?? {});
  const inputs: Texts = { ...blank, ...(written.at === at ? written.texts : {}) };
  return {
    source,
    row,
    span,
    inputs,
    /** What an input may be called so that the source fills it. */
    names: source === "row" ? row.columns.map(({ name }) => name) : source === "span" ? span.names : [],
    /** Looks for a new input where its name says. */
    find: (name: string) => {
      if (source === "span" && span.names.includes(name)) span.setPath(name, pathOf(name));
    },
    write: (name: string, text: string) =>
      onWrite({ at, texts: { ...(written.at === at ? written.texts : {}), [name]: text } }),
    choose: (next: Source) => {
      if (next === "hand") onWrite({ at: null, texts: inputs });
      set(
        { from: next, ...(next === "row" ? {} : { dataset: null, row: null }), ...(next === "span" ? {} : emptied) },
        { keepsBack: false },
      );
    },
    go: (changes: Record<string, string | null>) => set(changes, { keepsBack: false }),
  };
}

/** A name that is offered leads somewhere: to what spans have, or to an attribute. */
const pathOf = (name: string): string => mappingFor([name])[name] || name;

const emptied = { project: null, trace: null, span: null };
