"use client";
import { Select } from "@/app/_ui/control/select";
import { SearchInput } from "@/app/_ui/list/search-input";
import { sourceText } from "../../_components/words";
import type { LogFilter } from "./log-filter";

interface Props {
  filter: LogFilter;
  /** The sources of the template's runs. */
  sources: readonly string[];
  onChange: (changes: Record<string, string | null>, keepsBack?: boolean) => void;
}

/** Which of a template's runs are shown, and in which order. */
export function LogFilters({ filter, sources, onChange }: Props) {
  const shown = [...new Set([...(filter.source === "all" ? [] : [filter.source]), ...sources])];
  return (
    <div className="mb-3 flex flex-wrap gap-2">
      <SearchInput
        label="Search inputs and verdicts"
        value={filter.search}
        onChange={(search) => onChange({ search, until: null }, false)}
      />
      <Select
        aria-label="Verdict"
        className="w-40!"
        value={filter.verdict}
        options={verdictOptions}
        onChange={(verdict) => onChange({ verdict: verdict === "all" ? null : verdict, until: null })}
      />
      <Select
        aria-label="Source"
        className="w-40!"
        value={filter.source}
        options={[
          { value: "all", label: "All sources" },
          ...shown.map((source) => ({ value: source, label: sourceText(source) })),
        ]}
        onChange={(source) => onChange({ source: source === "all" ? null : source, until: null })}
      />
      <Select
        aria-label="Feedback"
        className="w-40!"
        value={filter.hasFeedback ? "said" : "all"}
        options={feedbackOptions}
        onChange={(feedback) => onChange({ said: feedback === "all" ? null : "1", until: null })}
      />
      <Select
        aria-label="Order"
        className="w-36!"
        value={filter.sort}
        options={sortOptions}
        onChange={(sort) => onChange({ sort: sort === "newest" ? null : sort })}
      />
    </div>
  );
}

const verdictOptions = [
  { value: "all", label: "All verdicts" },
  { value: "passed", label: "Passed" },
  { value: "failed", label: "Failed" },
  { value: "none", label: "Neither" },
] as const;
const feedbackOptions = [
  { value: "all", label: "All runs" },
  { value: "said", label: "With feedback" },
] as const;
const sortOptions = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "lowest", label: "Lowest first" },
  { value: "highest", label: "Highest first" },
] as const;
