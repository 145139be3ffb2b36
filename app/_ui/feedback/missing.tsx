import { hint } from "../overlay/hint";

/** A placeholder for a missing value, with the reason on hover and focus. Never a 0. */
export function Missing({ reason }: { reason: string }) {
  return (
    <button
      type="button"
      className="rounded-sm px-0.5 text-faint"
      aria-label={reason}
      {...hint({ text: reason, onTap: true })}
    >
      –
    </button>
  );
}
