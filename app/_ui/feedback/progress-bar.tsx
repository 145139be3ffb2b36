import { classNames } from "../class-names";

interface Props {
  value: number;
  max: number;
  /** Names the measured quantity, e.g. "Completed items". */
  label: string;
  className?: string;
}

/** A thin bar. The caller shows the figures beside it. */
export function ProgressBar({ value, max, label, className }: Props) {
  const share = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={`${value} of ${max}`}
      className={classNames("h-1 overflow-hidden rounded-full bg-press", className)}
    >
      <div
        className={classNames("h-full rounded-full", share === 1 ? "bg-good" : "bg-soft")}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
