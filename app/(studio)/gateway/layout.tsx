import type { ReactNode } from "react";
import { currentCaller } from "@/app/_server/session";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { mayManageMembers, mayWrite } from "@/lib/client/roles";
import { SectionNav } from "../_components/section-nav";
import { gatewaySections } from "./_components/sections";

export default async function GatewayLayout({ children }: { children: ReactNode }) {
  const caller = await currentCaller();
  // The page redirects to the sign-in, with its own address to return to.
  if (!caller) return children;
  return (
    <PageBody>
      {mayManageMembers(caller.role) ? (
        <>
          <SectionNav label="Gateway" sections={gatewaySections} />
          {children}
        </>
      ) : (
        <>
          <PageHeader title="Gateway" description="Requests to models, with limits, budgets and guardrails." />
          <EmptyState title="Owners and Admins administer the gateway">
            {mayWrite(caller.role) ? (
              <>
                You can call it with your API key. <code className="font-mono">/v1/models</code> lists the models, and{" "}
                <code className="font-mono">/v1/key</code> shows the remaining limits of a key.
              </>
            ) : (
              "Viewers cannot call it. Ask an Owner or an Admin for another role."
            )}
          </EmptyState>
        </>
      )}
    </PageBody>
  );
}
