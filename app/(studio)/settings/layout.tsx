import type { ReactNode } from "react";
import { PageBody } from "@/app/_ui/page/page-body";
import { SettingsNav } from "./_components/settings-nav";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <PageBody>
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[9rem_minmax(0,1fr)]">
        <SettingsNav />
        <div className="min-w-0 max-w-4xl">{children}</div>
      </div>
    </PageBody>
  );
}
