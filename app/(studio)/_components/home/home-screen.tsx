"use client";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { firstStepsQuery, personQuery } from "@/lib/client/account";
import { draftQueuesQuery, openQueuesQuery } from "@/lib/client/annotation";
import { mayWrite } from "@/lib/client/roles";
import { type Awaiting, newestFirst, summaryOf } from "./awaiting";
import { FirstSteps } from "./first-steps";
import { QueueLines, QueueLinesSkeleton } from "./queue-lines";
import { RecentExports } from "./recent-exports";
import { isNewWith, stepsOf } from "./steps";

const headOf = (awaiting: Awaiting, begins: boolean): string =>
  begins ? "Five steps to begin with." : summaryOf(awaiting);

const ARRIVALS_MS = 5000;

/** The person's open work: queues to continue, and the first steps while an organization is new. */
export function HomeScreen() {
  const person = useQuery(personQuery()).data;
  const open = useQuery(openQueuesQuery());
  const drafts = useQuery(draftQueuesQuery());
  const first = useQuery({
    ...firstStepsQuery(),
    // So that a step ticks itself while its reader looks on.
    refetchInterval: ({ state }) => (state.data && isNewWith(stepsOf(state.data)) ? ARRIVALS_MS : false),
  }).data;
  const awaiting = open.data && drafts.data && { open: newestFirst(open.data), drafts: drafts.data };
  const failed = [open, drafts].find(({ isError }) => isError);
  const hasOpen = open.data !== undefined && open.data.count > 0;
  const steps = first ? stepsOf(first) : [];
  const isNew = mayWrite(person?.organization_role) && isNewWith(steps);
  return (
    <PageBody narrow>
      <PageHeader
        title={person ? `Welcome, ${person.name}` : "Home"}
        description={awaiting ? headOf(awaiting, isNew && !hasOpen) : "Your queues"}
      />
      {failed ? (
        <ErrorState title="Your queues could not be loaded" error={failed.error} onRetry={() => failed.refetch()} />
      ) : awaiting ? (
        <div className="grid gap-8">
          {isNew && !hasOpen ? <FirstSteps steps={steps} /> : null}
          <QueueLines awaiting={awaiting} />
          {isNew && hasOpen ? <FirstSteps steps={steps} /> : null}
          <RecentExports />
        </div>
      ) : (
        <QueueLinesSkeleton />
      )}
    </PageBody>
  );
}
