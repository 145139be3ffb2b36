import type { PromptRelease } from "@/lib/contracts/prompts/releases";

export const REFRESH_MS = 2000;

export const isUnderWay = ({ baseline_status, candidate_status }: PromptRelease): boolean =>
  [baseline_status, candidate_status].some((status) => status === "pending" || status === "running");
