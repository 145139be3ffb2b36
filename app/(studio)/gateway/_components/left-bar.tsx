import { classNames } from "@/app/_ui/class-names";

interface Props {
  /** The whole in words: what is measured, and how it stands. */
  label: string;
  used: number;
  reserved?: number;
  limit: number;
  className?: string;
}

const share = (part: number, whole: number): string => `${whole > 0 ? Math.min(100, (100 * part) / whole) : 100}%`;

/** Used, reserved by calls under way, and left, on one line from zero to the limit. The figures stand beside it. */
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
