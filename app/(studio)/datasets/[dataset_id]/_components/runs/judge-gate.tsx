import { Status } from "@/app/_ui/feedback/status";
import { coefficientText } from "@/app/_ui/figure/numbers";
import { Inline } from "@/app/(studio)/evaluate/_components/inline";
import { links } from "@/lib/client/links";
import type { RunPart } from "./run-part";

interface Props {
  part: Pick<RunPart, "evaluation_id" | "calibration" | "corrected">;
  runId: string;
  isExperiment: boolean;
  mayCalibrate: boolean;
}

/** Whether the judge may be used as a gate: only if calibrated, and in agreement with people. */
export function JudgeGate({ part, runId, isExperiment, mayCalibrate }: Props) {
  const { calibration, corrected } = part;
  if (!calibration)
    return (
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {corrected?.calibration_id ? (
          <>
            <Status shape="dot">Judge calibrated</Status>
            <span className="text-soft">With a queue whose reports you may not read.</span>
          </>
        ) : (
          <>
            <Status shape="ring">Judge not calibrated</Status>
            <span className="text-soft">
              Its verdicts have not been compared with people's, so it cannot be used as a gate.{" "}
              {isExperiment ? "Calibrate it with an evaluation run over the dataset's rows." : null}
              {mayCalibrate && !isExperiment ? (
                <Inline href={links.newCalibration({ run: runId, evaluation: part.evaluation_id })}>
                  Calibrate it
                </Inline>
              ) : null}
            </span>
          </>
        )}
      </p>
    );
  const { kappa, gate } = calibration;
  const { value, interval } = kappa;
  const range = interval ? ` (${coefficientText(interval.low)} to ${coefficientText(interval.high)})` : "";
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Status shape={gate.is_allowed ? "check" : "alert"} tone={gate.is_allowed ? "good" : "warn"}>
        {gate.is_allowed ? "Judge can be used as a gate" : "Judge cannot be used as a gate"}
      </Status>
      <span className="text-soft tabular-nums">
        {value === null ? "" : `κ ${coefficientText(value)}${range}. `}
        {gate.reasons.map((reason) => `${reason} `)}
        <Inline href={links.calibration(calibration.id)}>Calibration</Inline>
      </span>
    </p>
  );
}
