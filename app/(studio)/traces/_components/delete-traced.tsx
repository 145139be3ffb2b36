"use client";
import type { ComponentProps } from "react";
import { DeleteAction } from "@/app/(studio)/_components/delete-action";
import { deleteSession, deleteTrace } from "@/lib/client/data/erasure";
import { links } from "@/lib/client/links";
import { TracedLosses } from "./traced-losses";

type Props<Input> = Pick<ComponentProps<typeof DeleteAction<Input>>, "noun" | "remove" | "input" | "next"> &
  ComponentProps<typeof TracedLosses>;

function DeleteTraced<Input>({ of, ...action }: Props<Input>) {
  return (
    <DeleteAction {...action} title={`Delete the ${action.noun}?`} name={`The ${action.noun}`}>
      <TracedLosses of={of} />
      <p>It cannot be undone.</p>
    </DeleteAction>
  );
}

export const DeleteTrace = ({ id }: { id: string }) => (
  <DeleteTraced
    noun="trace"
    remove={deleteTrace}
    input={{ trace_id: id }}
    of={{ trace_id: id }}
    next={links.traces()}
  />
);

export const DeleteSession = ({ id }: { id: string }) => (
  <DeleteTraced
    noun="session"
    remove={deleteSession}
    input={{ session_id: id }}
    of={{ session_id: id }}
    next={links.tracedSessions()}
  />
);
