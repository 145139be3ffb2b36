import type { ReactNode } from "react";

/** Content centred on the page. */
export function Centred({ children }: { children: ReactNode }) {
  return <main className="mx-auto grid w-full max-w-md flex-1 content-center gap-2 px-6 py-12">{children}</main>;
}
