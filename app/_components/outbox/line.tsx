import type { ReactNode } from "react";

/** One line of the outbox bar. */
export const Line = ({ className, children }: { className: string; children: ReactNode }) => (
  <div className={`flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 text-sm sm:px-6 ${className}`}>
    {children}
  </div>
);
