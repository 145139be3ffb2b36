"use client";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names";
import { type HintSide, hint } from "../overlay/hint";

interface Props extends Omit<ComponentProps<"button">, "children"> {
  /** The button's action, used as its name and tooltip. */
  label: string;
  keys?: string;
  side?: HintSide;
  children: ReactNode;
}

export function IconButton({ label, keys, side, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      {...hint({ text: label, keys, side })}
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
