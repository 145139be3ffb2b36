import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";

/** What scrolls must be reachable by keyboard, and so needs a name. */
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll what has the focus
      tabIndex={0}
      // Positioned, so that what is only read aloud in it cannot widen the page.
      className={classNames("relative", className)}
      {...rest}
    >
      {children}
    </section>
  );
}
