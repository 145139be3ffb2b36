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

/** The source of the inputs: typed, or filled from a dataset row or a span and then perhaps edited. */
export function useFill(
  keys: readonly InputKey[],
  written: InputDraft,
  onWrite: (changes: Partial<InputDraft>) => void,
) {
  const { get, set } = useAddress();
  const requested = get("from") ?? (get("dataset") ? "row" : get("trace") ? "span" : "hand");
  const source = sources.find((one) => one === requested) ?? "hand";
  const row = useRow(keys);
  const span = useSpan(keys, source === "span");
  const from = source === "row" ? row : source === "span" ? span : null;
  const at = from?.at ?? null;
  // Edits belong to the row or span where they were made: the next one starts with its own values.
  // An untouched field is an empty text; a value missing in a row or span is absent.
  const byHand = keys.flatMap(({ key, isOptional }) => (isOptional ? [] : [[key, ""]]));
  const blank: Texts = source === "hand" ? Object.fromEntries(byHand) : (from?.inputs ?? {});
  const inputs: Texts = { ...blank, ...(written.at === at ? written.texts : {}) };
  return {
    source,
    row,
    span,
    inputs,
    /** Input names that the source can fill. */
    names: source === "row" ? row.columns.map(({ name }) => name) : source === "span" ? span.names : [],
    /** Looks up a new input by its name. */
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

/** The path of a suggested name: a standard span value or an attribute. */
const pathOf = (name: string): string => mappingFor([name])[name] || name;

const emptied = { project: null, trace: null, span: null };
