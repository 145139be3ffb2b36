import type { ReactNode } from "react";
import { OutboxProvider } from "@/app/_components/outbox/outbox-provider";
import { Providers } from "@/app/_components/providers";
import { currentOwner } from "@/app/_server/session";

/** The desk has no navigation rail: only source, form and progress. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  return (
    <Providers messages="desk">
      <OutboxProvider owner={await currentOwner()}>{children}</OutboxProvider>
    </Providers>
  );
}
