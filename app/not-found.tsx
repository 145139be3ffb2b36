import type { Metadata } from "next";
import { SwitchBack } from "@/app/_components/switch-back";
import { buttonClasses } from "@/app/_ui/button/button-look";
import { links } from "@/lib/client/links";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <main id="main" className="mx-auto grid min-h-dvh max-w-sm content-center gap-2 px-6">
      <p className="text-faint tabular-nums">404</p>
      <h1 className="text-xl font-semibold tracking-tight">Page not found</h1>
      <p className="text-soft">
        It may have been deleted, or it belongs to an organization other than your current one.
      </p>
      <SwitchBack />
      <div className="mt-3">
        {/* A full page load, so that no screen carries the code of links for this one. */}
        <a className={buttonClasses({ look: "primary" })} href={links.home()}>
          Go to the home page
        </a>
      </div>
    </main>
  );
}
