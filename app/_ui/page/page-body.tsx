import type { ReactNode } from "react";
import { classNames } from "../class-names";

/** The margins and maximum width of every page beside the navigation rail. */
export function PageBody({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <main id="main" className={classNames("w-full px-4 py-5 sm:px-6 sm:py-6", narrow ? "max-w-3xl" : "max-w-7xl")}>
      {children}
    </main>
  );
}
