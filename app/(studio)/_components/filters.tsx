"use client";
import type { ReactNode } from "react";
import { useAddress } from "@/app/_components/use-address";
import { Button } from "@/app/_ui/button/button";
import { Select, type SelectOption } from "@/app/_ui/control/select";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { SearchInput } from "@/app/_ui/list/search-input";

const ALL = "all";
/** A changed filter shows the first page, of numbered pages or of a cursor's. */
const firstPage = { page: null, after: null };

/** The search of a list; its text is in the address. */
export function SearchFilter({ label }: { label: string }) {
  const { get, set } = useAddress();
  return (
    <SearchInput
      label={label}
      value={get("search") ?? ""}
      onChange={(search) => set({ search, ...firstPage }, { keepsBack: false })}
    />
  );
}

interface Props<V extends string> {
  /** Names the filter's value in the address. */
  name: string;
  label: string;
  value: V | undefined;
  /** The choice that removes the filter, such as "All kinds". */
  all: string;
  options: readonly SelectOption<V>[];
  /** The width, such as "w-40!". */
  width: string;
}

/** A filter of a list, chosen from a few values; it is in the address. */
export function FilterSelect<V extends string>({ name, label, value, all, options, width }: Props<V>) {
  const { set } = useAddress();
  return (
    <Select
      aria-label={label}
      className={width}
      value={value ?? ALL}
      options={[{ value: ALL, label: all }, ...options]}
      onChange={(next) => set({ [name]: next === ALL ? null : next, ...firstPage })}
    />
  );
}

interface NoMatchProps {
  /** The name of the listed things, such as "agents". */
  noun: string;
  /** The filters in the address. */
  filters: readonly string[];
  /** What the filters look at. */
  children: ReactNode;
}

/** In place of a list in which nothing matches its filters. */
export function NoMatch({ noun, filters, children }: NoMatchProps) {
  const { set } = useAddress();
  const clear = () => set({ ...Object.fromEntries(filters.map((name) => [name, null])), ...firstPage });
  return (
    <EmptyState title={`No matching ${noun}`} action={<Button onClick={clear}>Show all {noun}</Button>}>
      {children}
    </EmptyState>
  );
}
