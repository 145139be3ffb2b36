"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmChange } from "@/app/_components/confirm-change";
import { Loaded } from "@/app/_components/loaded";
import { Button } from "@/app/_ui/button/button";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { actionsColumn, timeColumn } from "@/app/_ui/list/columns";
import { type Column, Table } from "@/app/_ui/list/table";
import { endOtherUserSessions, endUserSession, userSessionsQuery } from "@/lib/client/account";
import type { UserSession } from "@/lib/contracts/accounts/user-sessions";

/** The user's sessions, each with a sign-out, for example for a lost device. */
export function SessionList() {
  const sessions = useQuery(userSessionsQuery());
  const end = useMutation(endUserSession);
  const [isConfirming, setConfirming] = useState(false);
  const ending = end.isPending ? end.variables.session_id : undefined;
  return (
    <section aria-labelledby="sessions" className="grid gap-4">
      <header>
        <h2 id="sessions" className="text-base font-medium">
          Sessions
        </h2>
        <p className="text-soft">
          Browsers in which you are signed in. If you do not recognize one, change your password.
        </p>
      </header>
      <Loaded
        found={sessions}
        problem="Your sessions could not be loaded"
        skeleton={<TableSkeleton columns={3} rows={2} />}
      >
        {(data) => (
          <Table
            caption="Browsers in which you are signed in"
            columns={columnsFor((session) => end.mutate({ session_id: session.id }), ending)}
            rows={data.sessions}
            rowKey={({ id }) => id}
          />
        )}
      </Loaded>
      {sessions.data?.sessions.some((session) => !session.is_current) ? (
        <div>
          <Button onClick={() => setConfirming(true)}>Sign out everywhere else</Button>
        </div>
      ) : null}
      <ConfirmChange
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="Sign out everywhere else?"
        action="Sign out"
        change={endOtherUserSessions}
        input={{}}
      >
        You must sign in again in every other browser. API keys keep working.
      </ConfirmChange>
    </section>
  );
}

const columnsFor = (signOut: (session: UserSession) => void, ending: string | undefined): Column<UserSession>[] => [
  {
    key: "browser",
    header: "Browser",
    cell: ({ device, network, is_current }) => (
      <span className="grid min-w-0">
        <span className="truncate font-medium">
          {device}
          {is_current ? <span className="font-normal text-faint"> (this one)</span> : null}
        </span>
        {network ? <span className="truncate text-xs text-faint">{network}</span> : null}
      </span>
    ),
  },
  timeColumn("Signed in", ({ created_at }) => created_at, { wide: true }),
  timeColumn("Last seen", ({ last_seen_at }) => last_seen_at),
  actionsColumn({ width: "w-24" }, (session) =>
    session.is_current ? null : (
      <Button
        size="small"
        aria-label={`Sign out of ${session.device}`}
        busy={ending === session.id}
        onClick={() => signOut(session)}
      >
        Sign out
      </Button>
    ),
  ),
];
