import type { ComponentProps } from "react";
import { classNames } from "@/app/_ui/class-names";
import { Kbd } from "@/app/_ui/keyboard/kbd";

interface Props extends ComponentProps<"button"> {
  chosen: boolean;
  digit?: string | undefined;
}

/** One option of a field: a toggle with its key printed on it. */
export function ChoiceButton({ chosen, digit, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      className={classNames(
        "inline-flex min-h-8 items-center gap-2 rounded-md border px-2.5 py-1 text-left transition-colors pointer-coarse:min-h-11 pointer-coarse:px-3.5",
        chosen
          ? "border-accent bg-accent-wash text-accent"
          : "border-edge/60 bg-paper hover:border-edge hover:bg-hover",
        "disabled:pointer-events-none disabled:opacity-60",
        className,
      )}
      {...rest}
    >
      {digit ? <Kbd keys={digit} /> : null}
      {children}
    </button>
  );
}
