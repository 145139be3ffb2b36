import type { PromptRelease } from "@/lib/contracts/prompts/releases";
import { isUnderWay as isRunUnderWay } from "../../../../datasets/[dataset_id]/_components/runs/run-words";

export const REFRESH_MS = 2000;

export const isUnderWay = ({ baseline_status, candidate_status }: PromptRelease): boolean =>
  isRunUnderWay(baseline_status) || isRunUnderWay(candidate_status);
