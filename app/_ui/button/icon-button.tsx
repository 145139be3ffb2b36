"use client";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names";
import { useOwnKeys } from "../keyboard/own-keys";
import { type HintSide, hint } from "../overlay/hint";

interface Props extends Omit<ComponentProps<"button">, "children"> {
  /** The button's action, used as its name and tooltip. */
  label: string;
  keys?: string;
  side?: HintSide;
  children: ReactNode;
}

export function IconButton({ label, keys, side, className, children, ...rest }: Props) {
  const own = useOwnKeys();
  const shown = keys === undefined ? {} : { keys: own[keys] ?? keys };
  return (
    <button
      type="button"
      aria-label={label}
      {...hint({ text: label, side, ...shown })}
      className={classNames(
        "inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-hover hover:text-ink active:bg-press",
        "disabled:pointer-events-none disabled:opacity-40 aria-pressed:bg-press aria-pressed:text-ink pointer-coarse:size-11 [&_svg]:size-4",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
