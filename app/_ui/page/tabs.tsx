"use client";
import { Tabs as Base } from "@base-ui/react/tabs";
import { type ReactNode, useEffect, useRef } from "react";
import { countText } from "@/app/_ui/figure/numbers";

interface Props<V extends string> {
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: string; count?: number | undefined }[];
  label: string;
  /** The chosen tab's panel. */
  children: ReactNode;
}

/** Distance from the ends of the tab list, where it may fade. */
const MARGIN = 36;

/** On a phone the tab list may be wider than the screen. Only the list scrolls, not the page. */
function bringIntoView(line: HTMLElement | null, chosen: number): void {
  const tab = line?.children[chosen];
  if (!tab || !line) return;
  const [one, all] = [tab.getBoundingClientRect(), line.getBoundingClientRect()];
  line.scrollLeft += Math.min(0, one.left - MARGIN - all.left) + Math.max(0, one.right + MARGIN - all.right);
}

export function Tabs<V extends string>({ value, onChange, tabs, label, children }: Props<V>) {
  const line = useRef<HTMLDivElement>(null);
  const chosen = tabs.findIndex((tab) => tab.value === value);
  const countBadges = tabs.filter(({ count }) => count !== undefined).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts that load later make the tabs wider
  useEffect(() => bringIntoView(line.current, chosen), [chosen, countBadges]);
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next)}>
      <Base.List
        ref={line}
        aria-label={label}
        activateOnFocus={false}
        className="goes-on -mx-4 flex gap-1 overflow-x-auto border-b border-line px-4 print:hidden sm:-mx-6 sm:px-6"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-soft hover:text-ink focus-visible:-outline-offset-2 data-active:border-ink data-active:text-ink pointer-coarse:h-11"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="text-xs text-faint tabular-nums">{countText(tab.count)}</span>
            )}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} className="pt-4 outline-none">
        {children}
      </Base.Panel>
    </Base.Root>
  );
}
