"use client";
import { useEffect, useState } from "react";
import { useAddress } from "@/app/_components/use-address";
import type { Config } from "./config-text";
import type { ConfigDraft } from "./use-draft";
import { recordAt } from "./values";

/** The tab and entry that contain a field. */
function locationOf(config: Config, field: string): { tab: string; entry: string | null } {
  const [section = "", part = ""] = field.split(".");
  /** Names may contain dots, so the longest match wins. */
  const memberOf = (path: readonly string[]): string | null => {
    const rest = field.slice(path.join(".").length + 1);
    const names = Object.keys(recordAt(config, path)).filter((name) => rest === name || rest.startsWith(`${name}.`));
    return names.toSorted((one, other) => other.length - one.length)[0] ?? null;
  };
  if (section === "providers") return { tab: section, entry: memberOf([section]) };
  if (section === "routing") {
    const isOfRoute = ["targets", "model_fallbacks", "model_timeouts"].includes(part);
    return { tab: section, entry: isOfRoute ? memberOf([section, part]) : null };
  }
  if (section === "model_map") return { tab: "routing", entry: null };
  if (section === "guardrails") return { tab: section, entry: /^guardrails\.rules\.(\d+)/.exec(field)?.[1] ?? null };
  if (section === "rate_limiting" || section === "budgets") return { tab: "limits", entry: null };
  if (["cache", "tracing", "retention"].includes(section)) return { tab: "other", entry: null };
  return { tab: "text", entry: null };
}

/** Opens the form that contains a field, and focuses the field or its nearest parent. */
export function useGoTo({ config }: ConfigDraft): (field: string) => void {
  const { set } = useAddress();
  const [goal, setGoal] = useState<string | null>(null);
  useEffect(() => {
    if (goal === null) return;
    // Wait: closing the dialog restores the focus, and the form appears with the new address.
    const timer = setTimeout(() => {
      focusOn(goal);
      setGoal(null);
    }, FOCUS_MS);
    return () => clearTimeout(timer);
  }, [goal]);
  return (field) => {
    set({ ...locationOf(config, field), version: null, compare: null, after: null });
    setGoal(field);
  };
}

const FOCUS_MS = 150;

function focusOn(field: string): void {
  const steps = field.split(".");
  for (let length = steps.length; length > 0; length -= 1) {
    const name = CSS.escape(steps.slice(0, length).join("."));
    const element = document.querySelector(`[data-field="${name}"]`);
    const control = element?.querySelector<HTMLElement>("input:not([aria-hidden]), textarea, button");
    if (!control) continue;
    control.focus();
    return;
  }
}
