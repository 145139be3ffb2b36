import NextLink from "next/link";
import type { ReactNode } from "react";
import { Providers } from "@/app/_components/providers";
import { links } from "@/lib/client/links";

/** The layout of sign-in and sign-up: one column, no navigation rail. */
export default function EntryLayout({ children }: { children: ReactNode }) {
  return (
    <Providers>
      <div className="grid min-h-dvh justify-items-center bg-sunk px-4 py-8 sm:content-center">
        <main className="grid w-full max-w-sm content-start gap-5">
          <p className="flex items-center gap-2 text-lg font-semibold tracking-tight">
            <Mark />
            Assay
          </p>
          {children}
          <p className="px-6 text-xs">
            <NextLink href={links.status()} className="reach text-faint hover:text-ink hover:underline">
              Status
            </NextLink>
          </p>
        </main>
      </div>
    </Providers>
  );
}

/** The same drawing as app/icon.svg. */
function Mark() {
  return (
    <svg aria-hidden="true" viewBox="3 4 26 24" className="size-5 text-accent">
      <path
        d="M16 6v3.5M8 11.5h16M8 11.5 4.8 19a3.3 3.3 0 0 0 6.4 0zm16 0L20.8 19a3.3 3.3 0 0 0 6.4 0zM16 9.5V25m-4.5 0h9"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
