"use client";
import { useQuery } from "@tanstack/react-query";
import NextLink from "next/link";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { useAddress } from "@/app/_components/use-address";
import { useRole } from "@/app/_components/use-role";
import { Button } from "@/app/_ui/button/button";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { Time } from "@/app/_ui/text/time";
import { DeleteSession } from "@/app/(studio)/traces/_components/delete-traced";
import { links } from "@/lib/client/links";
import { mayWrite } from "@/lib/client/roles";
import { sessionQuery, sessionTurnsQuery } from "@/lib/client/traces";
import type { Output } from "@/lib/contracts/contract";
import type { getSession } from "@/lib/contracts/traces/sessions";
import { AddToQueue } from "../../../../_components/add-to-queue";
import { pageOf } from "../../../../_components/address";
import { PagedList } from "../../../../_components/paged-list";
import { usdText } from "../../../../gateway/_components/usd";
import { Errors } from "../../../_components/figure-cells";
import { PeopleScores } from "../../../_components/people-scores";
import { SessionTurnCard } from "./session-turn-card";

type Session = Output<typeof getSession>;

const parent = { href: links.tracedSessions(), label: "Sessions" };

export function SessionScreen({ sessionId }: { sessionId: string }) {
  const found = useQuery(sessionQuery(sessionId));
  return (
    <FoundPage found={found} title="Session" parent={parent} problem="The session could not be loaded" columns={2}>
      {(session) => <SessionView session={session} />}
    </FoundPage>
  );
}

function SessionView({ session }: { session: Session }) {
  const [isAdding, setAdding] = useState(false);
  const role = useRole();
  useShortcuts("Page", [{ keys: "a", description: "Add to a queue", run: () => setAdding(true) }]);
  return (
    <>
      <PageHeader
        title={session.session_id}
        status={<Errors count={session.error_count} noun="failed trace" />}
        description={<Facts session={session} />}
        parent={parent}
        actions={
          <>
            <Button keys="a" onClick={() => setAdding(true)}>
              Add to a queue
            </Button>
            {mayWrite(role) ? <DeleteSession id={session.id} /> : null}
          </>
        }
      />
      <AddToQueue
        what="The session becomes an item"
        sources={{ items: [{ source_type: "trace_session", source_id: session.id }] }}
        open={isAdding}
        onOpenChange={setAdding}
      />
      <div className="mb-6">
        <PeopleScores title="Annotations of the session" type="trace_session" id={session.id} />
      </div>
      <Turns session={session} />
    </>
  );
}

/** The traces of a session, oldest first: one conversation. */
function Turns({ session }: { session: Session }) {
  const { get, set } = useAddress();
  const page = pageOf(get("page"));
  const found = useQuery(sessionTurnsQuery(session.id, page));
  return (
    <PagedList
      found={found}
      noun="traces"
      page={page}
      columns={1}
      onPage={(next) => set({ page: next })}
      empty={<EmptyState title="No traces">The traces of this session were deleted.</EmptyState>}
    >
      {(turns) => (
        <ol aria-label="Conversation" className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-8">
          {turns.map((turn) => (
            <SessionTurnCard key={turn.id} turn={turn} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function Facts({ session }: { session: Session }) {
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      <NextLink href={links.tracedProject(session.project_id)} className="reach hover:underline">
        {session.project_name}
      </NextLink>
      {session.users.map((user) => (
        <NextLink key={user} href={links.tracedUser(session.project_id, user)} className="reach hover:underline">
          {user}
        </NextLink>
      ))}
      <span>{quantity(session.trace_count, "trace")}</span>
      {session.total_tokens === null ? null : <span>{quantity(session.total_tokens, "token")}</span>}
      {session.cost_usd === null ? null : <span>{usdText(session.cost_usd)}</span>}
      {session.started_at ? <Time at={session.started_at} /> : null}
    </span>
  );
}
