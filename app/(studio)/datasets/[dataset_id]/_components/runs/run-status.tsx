import { LookStatus } from "@/app/_ui/feedback/look-status";
import type { EvalRunStatus } from "@/lib/contracts/evaluation/names";
import { runStatuses } from "./run-words";

export const RunStatus = ({ status }: { status: EvalRunStatus }) => <LookStatus look={runStatuses[status]} />;
