import type { ComponentProps, ReactNode } from "react";
import { classNames } from "../class-names";

/** A scrollable region must be reachable by keyboard, and so needs a name. */
export function ScrollRegion({
  label,
  className,
  children,
  ...rest
}: {
  label: string;
  className: string;
  children: ReactNode;
} & Pick<ComponentProps<"section">, "ref" | "onScroll">) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll the focused element
      tabIndex={0}
      // Positioned, so that screen-reader text inside cannot widen the page.
      className={classNames("relative", className)}
      {...rest}
    >
      {children}
    </section>
  );
}
