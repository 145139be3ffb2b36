"use client";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { Tooltip } from "./tooltip";

interface Props extends Omit<ComponentProps<"button">, "children"> {
  /** What the button does, as its name and its tooltip. */
  label: string;
  keys?: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactNode;
}

export function IconButton({ label, keys, side = "top", className, children, ...rest }: Props) {
  return (
    <Tooltip content={label} side={side} {...(keys ? { keys } : {})}>
      <button
        type="button"
        aria-label={label}
        className={classNames(
          "inline-flex size-7 shrink-0 items-center justify-center rounded-md text-soft transition-colors hover:bg-hover hover:text-ink active:bg-press",
          "disabled:pointer-events-none disabled:opacity-40 aria-pressed:bg-press aria-pressed:text-ink pointer-coarse:size-11 [&_svg]:size-4",
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  );
}
