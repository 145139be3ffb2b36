"use client";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { PageBody } from "@/app/_ui/page/page-body";
import { PageHeader } from "@/app/_ui/page/page-header";
import { firstStepsQuery, personQuery } from "@/lib/client/account";
import { queuesQuery } from "@/lib/client/annotation";
import { mayWrite } from "@/lib/client/roles";
import { type Awaiting, awaitingOf } from "./awaiting";
import { FirstSteps } from "./first-steps";
import { QueueLines, QueueLinesSkeleton } from "./queue-lines";
import { RecentExports } from "./recent-exports";
import { isNewWith, stepsOf } from "./steps";

const ARRIVALS_MS = 5000;

/** The person's open work: queues to continue, and the first steps while an organization is new. */
export function HomeScreen() {
  const person = useQuery(personQuery()).data;
  const queues = useQuery(queuesQuery());
  const first = useQuery({
    ...firstStepsQuery(),
    // So that a step ticks itself while its reader looks on.
    refetchInterval: ({ state }) => (state.data && isNewWith(stepsOf(state.data)) ? ARRIVALS_MS : false),
  }).data;
  const awaiting = queues.data && awaitingOf(queues.data.results);
  const steps = first ? stepsOf(first) : [];
  const isNew = mayWrite(person?.organization_role) && isNewWith(steps);
  return (
    <PageBody narrow>
      <PageHeader
        title={person ? `Welcome, ${person.name}` : "Home"}
        description={awaiting ? summaryOf(awaiting, isNew) : "Your queues"}
      />
      {queues.isError ? (
        <ErrorState title="Your queues could not be loaded" error={queues.error} onRetry={() => queues.refetch()} />
      ) : awaiting ? (
        <div className="grid gap-8">
          {isNew && awaiting.open.length === 0 ? <FirstSteps steps={steps} /> : null}
          <QueueLines awaiting={awaiting} />
          {isNew && awaiting.open.length > 0 ? <FirstSteps steps={steps} /> : null}
          <RecentExports queues={awaiting.managed} />
        </div>
      ) : (
        <QueueLinesSkeleton />
      )}
    </PageBody>
  );
}

function summaryOf({ open, drafts }: Awaiting, isNew: boolean): string {
  if (isNew && open.length === 0) return "Five steps to begin with.";
  // The empty list below says it.
  if (open.length === 0 && drafts.length === 0) return "Your queues";
  const summary = open.length === 1 ? "One queue is open for you" : `${open.length || "No"} queues are open for you`;
  if (drafts.length === 0) return `${summary}.`;
  return `${summary}. ${drafts.length === 1 ? "One draft is" : `${drafts.length} drafts are`} unfinished.`;
}
