import NextLink from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { Kbd } from "./kbd";

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

interface Look {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
  icon?: ReactNode;
  /** Printed on the control; the page's shortcuts do the work. */
  keys?: string;
  children: ReactNode;
}

const classesOf = ({ look = "secondary", size = "medium" }: Look, extra?: string): string =>
  classNames(
    "inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-md text-sm transition-colors",
    "disabled:pointer-events-none disabled:opacity-50 aria-busy:opacity-70",
    looks[look],
    sizes[size],
    extra,
  );

function Content({ icon, keys, children }: Look) {
  return (
    <>
      {icon ? <span className="-ml-0.5 [&_svg]:size-4">{icon}</span> : null}
      {children}
      {keys ? <Kbd keys={keys} quiet /> : null}
    </>
  );
}

type ButtonProps = Look & { busy?: boolean } & Omit<ComponentProps<"button">, "children">;

/** `busy` keeps the words in place, refuses clicks and tells assistive technology; nothing spins. */
export function Button({ look, size, icon, keys, busy = false, className, children, onClick, ...rest }: ButtonProps) {
  const view: Look = {
    icon,
    children,
    ...(look ? { look } : {}),
    ...(size ? { size } : {}),
    ...(keys ? { keys } : {}),
  };
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={classesOf(view, className)}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      {...rest}
    >
      <Content {...view} />
    </button>
  );
}

type LinkButtonProps = Look & Omit<ComponentProps<typeof NextLink>, "children">;

/** A link that looks like a button: it goes somewhere. */
export function LinkButton({ look, size, icon, keys, className, children, ...rest }: LinkButtonProps) {
  const view: Look = {
    icon,
    children,
    ...(look ? { look } : {}),
    ...(size ? { size } : {}),
    ...(keys ? { keys } : {}),
  };
  return (
    <NextLink className={classesOf(view, className)} {...rest}>
      <Content {...view} />
    </NextLink>
  );
}
