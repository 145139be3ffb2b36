"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Loaded } from "@/app/_components/loaded";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Time } from "@/app/_ui/text/time";
import { retentionQuery } from "@/lib/client/data/retention";
import type { RetainedData } from "@/lib/contracts/accounts/retention";
import { ForAdmins } from "../../_components/for-admins";
import { RetentionDialog } from "./retention-dialog";
import { RetentionTable } from "./retention-table";

export const DataScreen = () => (
  <ForAdmins title="Data retention" reserved="Owners and Admins decide how long data is kept" hint="Ask one of them.">
    <Retention />
  </ForAdmins>
);

function Retention() {
  const [changed, setChanged] = useState<RetainedData | null>(null);
  return (
    <>
      <PageHeader
        title="Data retention"
        description="How long each kind of data is kept, how much there is, and what the next sweep deletes."
      />
      <Loaded
        found={useQuery(retentionQuery())}
        problem="The kinds of data could not be loaded"
        skeleton={<TableSkeleton columns={6} />}
      >
        {({ kinds, next_sweep_at }) => (
          <>
            <RetentionTable kinds={kinds} onChange={setChanged} />
            <p className="mt-3 text-soft">
              Traces that people or evaluations refer to stay. Next sweep: <Time at={next_sweep_at} />
            </p>
          </>
        )}
      </Loaded>
      {changed ? <RetentionDialog data={changed} onClose={() => setChanged(null)} /> : null}
    </>
  );
}
