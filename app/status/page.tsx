import type { Metadata } from "next";
import NextLink from "next/link";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { links } from "@/lib/client/links";
import { STATUS_DAYS } from "@/lib/contracts/limits";
import { publicContext } from "@/lib/http/context";
import { getStatus } from "@/lib/platform/status/get-status";
import { headingOf, PartRow } from "./_components/part-row";
import { TroubledDays } from "./_components/troubled-days";

export const metadata: Metadata = { title: "Status" };
export const dynamic = "force-dynamic";

/** For everybody, also without a session and while the database is down. */
export default async function StatusPage() {
  const context = publicContext(null);
  const { parts, history } = await getStatus(context, {});
  const now = context.now();
  return (
    <main className="mx-auto grid w-full max-w-3xl content-start gap-8 px-4 py-8 sm:px-6">
      <header>
        <p className="text-soft">
          <NextLink href={links.home()} className="reach hover:text-ink hover:underline">
            Assay
          </NextLink>
        </p>
        <h1 className="text-xl font-semibold tracking-tight">{headingOf(parts)}</h1>
        <p className="mt-0.5 text-soft">
          As of <time dateTime={now.toISOString()}>{now.toISOString().slice(0, 16).replace("T", " ")} UTC</time>. Reload
          the page for the latest state.
        </p>
      </header>
      <section aria-labelledby="parts">
        <h2 id="parts" className="mb-2 text-base font-medium">
          Parts, now and in the last {STATUS_DAYS} days
        </h2>
        <ul className="divide-y divide-line border-y border-line">
          {parts.map(({ part, state }) => (
            <PartRow key={part} part={part} state={state} history={history} today={now} />
          ))}
        </ul>
      </section>
      {history === null ? (
        <EmptyState title="The record cannot be read">
          The database does not answer. What is above is the state now; the record is kept and comes back with it.
        </EmptyState>
      ) : history.length === 0 ? (
        <EmptyState title="Nothing is recorded yet">
          A server of this installation records each minute. The first minute appears here once it is over.
        </EmptyState>
      ) : (
        <TroubledDays history={history} />
      )}
      <p className="text-xs text-faint">
        Minutes in which no server ran are not recorded, so they count neither as working nor as down. Days are in UTC.
      </p>
    </main>
  );
}
