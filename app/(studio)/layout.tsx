import { HydrationBoundary } from "@tanstack/react-query";
import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { OutboxBar } from "@/app/_components/outbox/outbox-bar";
import { OutboxProvider } from "@/app/_components/outbox/outbox-provider";
import { Providers } from "@/app/_components/providers";
import { currentOwner } from "@/app/_server/session";
import { parseTheme, THEME_COOKIE } from "@/app/_ui/page/theme";
import { Rail } from "./_components/frame/rail";
import { StudioShortcuts } from "./_components/frame/studio-shortcuts";
import { SwitchedElsewhere } from "./_components/frame/switched-elsewhere";
import { prefetchFrame } from "./_server/frame";

export default async function StudioLayout({ children }: { children: ReactNode }) {
  const theme = parseTheme((await cookies()).get(THEME_COOKIE)?.value);
  const [frame, owner] = await Promise.all([prefetchFrame(), currentOwner()]);
  return (
    <Providers>
      <OutboxProvider owner={owner}>
        <HydrationBoundary state={frame}>
          <StudioShortcuts>
            <a
              href="#main"
              className="sr-only z-50 rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
            >
              Skip to main content
            </a>
            <div className="flex min-h-dvh max-md:flex-col">
              <Rail theme={theme} />
              <div className="min-w-0 flex-1">
                <SwitchedElsewhere />
                <OutboxBar offline="Changes cannot be saved until you are online." />
                {children}
              </div>
            </div>
          </StudioShortcuts>
        </HydrationBoundary>
      </OutboxProvider>
    </Providers>
  );
}
