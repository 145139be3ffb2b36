"use client";
import { type RefObject, useEffect, useRef, useState } from "react";
import { CallError } from "@/lib/client/call-error";
import { pauseAfter, verdictOn } from "@/lib/client/outbox/entry";
import type { DeskContext } from "./desk-context";
import { haltOf, messageOf } from "./desk-requests";

const LONGEST_PAUSE_MS = 8000;

interface Attempts {
  claim: () => Promise<void>;
  needsMore: boolean;
  /** What an answer of "none" was given for. */
  moment: string;
  answeredNone: RefObject<string>;
  server: string;
  /** Whether the desk is still open. */
  present: RefObject<boolean>;
}

/** Claims one item after the other while more are needed, after a pause if one failed. Returns what prevents it. */
export function useAttempts(desk: DeskContext, { claim, needsMore, moment, answeredNone, server, present }: Attempts) {
  const [trouble, setTrouble] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const busy = useRef(false);
  const failures = useRef(0);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Claims, and returns the pause after it. */
  const run = async (): Promise<number> => {
    try {
      await claim();
    } catch (error) {
      setTrouble(troubleOf(error, desk));
      failures.current += 1;
      return Math.min(LONGEST_PAUSE_MS, pauseAfter(failures.current));
    }
    failures.current = 0;
    setTrouble(null);
    desk.desktop.outbox.noticed("there");
    return 0;
  };
  const latestRun = useRef(run);
  useEffect(() => {
    latestRun.current = run;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt must run the effect again
  useEffect(() => {
    if (!needsMore || busy.current || answeredNone.current === moment) return;
    busy.current = true;
    const goOn = () => {
      busy.current = false;
      if (present.current) setAttempt((count) => count + 1);
    };
    void latestRun.current().then((ms) => {
      if (ms === 0) goOn();
      else pause.current = setTimeout(goOn, ms);
    });
  }, [needsMore, moment, attempt, answeredNone, present]);
  // Do not wait out the pause once the server is reachable again.
  useEffect(() => {
    if (server !== "there" || !pause.current) return;
    clearTimeout(pause.current);
    pause.current = undefined;
    busy.current = false;
    setAttempt((count) => count + 1);
  }, [server]);
  return trouble;
}

/** Halts the desk or tells the outbox, if they show the failure; otherwise returns what to show. */
function troubleOf(error: unknown, { desktop, latest, dispatch }: DeskContext): string | null {
  const isSignedOut = verdictOn(error).kind === "signedOut";
  const isAway = error instanceof CallError && error.status === 0;
  const halt = latest.current.phase === "waiting" ? haltOf(error) : null;
  if (halt) dispatch({ type: "halted", halt });
  else if (isSignedOut) desktop.outbox.noticed("signedOut");
  else if (isAway) desktop.outbox.noticed("away");
  return isAway || isSignedOut || halt ? null : messageOf(error);
}
