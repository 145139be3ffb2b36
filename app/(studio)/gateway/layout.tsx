import type { ReactNode } from "react";
import { requireCaller } from "@/app/_server/session";
import { EmptyState } from "@/app/_ui/empty-state";
import { PageBody } from "@/app/_ui/page-body";
import { PageHeader } from "@/app/_ui/page-header";
import { links } from "@/lib/client/links";
import { mayManageMembers } from "@/lib/client/roles";
import { SectionNav } from "./_components/section-nav";

export default async function GatewayLayout({ children }: { children: ReactNode }) {
  const { role } = await requireCaller(links.gatewayKeys());
  return (
    <PageBody>
      {mayManageMembers(role) ? (
        <>
          <SectionNav />
          {children}
        </>
      ) : (
        <>
          <PageHeader title="Gateway" description="Requests to models, with limits, budgets and guardrails." />
          <EmptyState title="Owners and Admins administer the gateway">
            You can call it with your API key. Which models there are, <code className="font-mono">/v1/models</code>{" "}
            tells, and what is left for a key, <code className="font-mono">/v1/key</code>.
          </EmptyState>
        </>
      )}
    </PageBody>
  );
}
