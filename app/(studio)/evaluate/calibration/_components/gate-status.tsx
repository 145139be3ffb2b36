import { Status } from "@/app/_ui/feedback/status";
import type { Calibration } from "@/lib/contracts/evaluation/calibrations";

/** Whether the judge can be used as a gate, with reasons on hover. */
export const GateStatus = ({ gate }: { gate: Calibration["gate"] }) => (
  <span title={gate.reasons.join(" ")}>
    <Status shape={gate.is_allowed ? "check" : "alert"} tone={gate.is_allowed ? "good" : "warn"}>
      {gate.is_allowed ? "Allowed" : "Not allowed"}
    </Status>
  </span>
);
