import type { ReactNode } from "react";
import { Providers } from "@/app/(studio)/providers";

/** The desk stands without the rail: only source, form and progress. */
export default function DeskLayout({ children }: { children: ReactNode }) {
  return <Providers messages="desk">{children}</Providers>;
}
