import { classNames } from "@/app/_ui/class-names";

interface Props {
  /** A full description: the measure and its values. */
  label: string;
  used: number;
  reserved?: number;
  limit: number;
  className?: string;
}

const share = (part: number, whole: number): string => `${whole > 0 ? Math.min(100, (100 * part) / whole) : 100}%`;

/** A bar from zero to the limit: used, reserved for running calls, remaining. The figures are shown beside it. */
export function LeftBar({ label, used, reserved = 0, limit, className }: Props) {
  const isSpent = used >= limit;
  return (
    <div
      role="img"
      aria-label={label}
      className={classNames("flex h-2 overflow-hidden rounded-full bg-press", className)}
    >
      <div className={isSpent ? "bg-bad" : "bg-series-blue"} style={{ width: share(used, limit) }} />
      <div
        className="bg-[repeating-linear-gradient(135deg,var(--color-series-blue)_0_2px,transparent_2px_4px)]"
        style={{ width: share(reserved, limit) }}
      />
    </div>
  );
}
