import type { ReactNode } from "react";
import { OutboxProvider } from "@/app/_components/outbox/outbox-provider";
import { currentOwner } from "@/app/(studio)/_server/session";
import { Providers } from "@/app/(studio)/providers";

/** The desk stands without the rail: only source, form and progress. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  return (
    <Providers messages="desk">
      <OutboxProvider owner={await currentOwner()}>{children}</OutboxProvider>
    </Providers>
  );
}
