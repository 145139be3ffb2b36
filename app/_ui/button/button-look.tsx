import type { ReactNode } from "react";
import { classNames } from "../class-names";
import { Kbd } from "../keyboard/kbd";

const looks = {
  primary: "bg-accent text-on-accent font-medium hover:bg-accent-hover active:bg-accent-press",
  secondary: "border border-edge/60 bg-paper text-ink hover:bg-hover active:bg-press",
  ghost: "text-soft hover:bg-hover hover:text-ink active:bg-press",
  danger: "bg-bad text-on-bad font-medium hover:bg-bad-hover",
} as const;

const sizes = {
  medium: "h-8 px-3 pointer-coarse:h-11 pointer-coarse:px-4",
  small: "h-7 px-2 pointer-coarse:h-11 pointer-coarse:px-3",
} as const;

export interface Look {
  look?: keyof typeof looks | undefined;
  size?: keyof typeof sizes | undefined;
  icon?: ReactNode;
  /** Shown on the control; the page's shortcuts handle the key. */
  keys?: string | undefined;
  children: ReactNode;
}

export const buttonClasses = (
  { look = "secondary", size = "medium" }: Pick<Look, "look" | "size">,
  extra?: string,
): string =>
  classNames(
    "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md text-sm transition-colors",
    "disabled:pointer-events-none disabled:opacity-50 aria-busy:opacity-70",
    looks[look],
    sizes[size],
    extra,
  );

export function ButtonContent({ icon, keys, children }: Look) {
  return (
    <>
      {icon ? <span className="-ml-0.5 [&_svg]:size-4">{icon}</span> : null}
      {children}
      {keys ? <Kbd keys={keys} quiet /> : null}
    </>
  );
}
