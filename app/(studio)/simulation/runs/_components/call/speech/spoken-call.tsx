"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/app/_ui/button";
import { classNames } from "@/app/_ui/class-names";
import { DefinitionList } from "@/app/_ui/definition-list";
import { EmptyState } from "@/app/_ui/empty-state";
import { ErrorState } from "@/app/_ui/error-state";
import { useShortcuts } from "@/app/_ui/shortcuts";
import { Skeleton } from "@/app/_ui/skeleton";
import { Status } from "@/app/_ui/status";
import { UserText } from "@/app/_ui/user-text";
import { recordingQuery } from "@/lib/client/recording";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { whenNotPlayed } from "@/lib/rejections";
import { millisecondsText } from "../../words";
import { SpeechTimeline } from "./speech-timeline";
import { clockText, type SpokenTurn, speechFacts, spokenTurns, turnAt } from "./spoken";

/** A phone call: recording, timeline, and a transcript that follows the playback. */
export function SpokenCall({ call }: { call: CallRecord }) {
  const turns = spokenTurns(call);
  const audio = useRef<HTMLAudioElement>(null);
  const [atMs, setAtMs] = useState(0);
  const current = turnAt(turns, atMs);
  const hasAudio = call.audio_url !== null;
  const seek = (index: number) => {
    const turn = turns[index];
    if (!turn) return;
    setAtMs(turn.startMs);
    if (audio.current) {
      audio.current.currentTime = turn.startMs / 1000;
      void audio.current.play().catch(whenNotPlayed(() => undefined)); // the position has changed all the same
    }
  };
  const playOrPause = () => {
    const player = audio.current;
    if (player) void (player.paused ? player.play().catch(whenNotPlayed(() => undefined)) : player.pause());
  };
  useShortcuts(
    "Recording",
    hasAudio
      ? [
          { keys: "k", description: "Play or pause", run: playOrPause },
          { keys: "j", description: "Next turn", run: () => seek(Math.min(current + 1, turns.length - 1)) },
          { keys: "h", description: "Previous turn", run: () => seek(Math.max(current - 1, 0)) },
        ]
      : [],
  );
  if (call.transcript.length === 0 && !hasAudio)
    return (
      <EmptyState title="No transcript">
        The transcript and the recording appear here when the call has ended.
      </EmptyState>
    );
  const lengthMs = Math.max((call.duration_seconds ?? 0) * 1000, ...turns.map(({ endMs }) => endMs), 1000);
  return (
    <div className="grid min-w-0 content-start gap-6">
      <section aria-labelledby="recording" className="grid gap-3">
        <h2 id="recording" className="text-base font-medium">
          Recording
        </h2>
        {hasAudio ? (
          <Player callId={call.id} player={audio} onTime={setAtMs} />
        ) : (
          <p className="text-soft">The provider did not store a recording.</p>
        )}
        <SpeechTimeline turns={turns} lengthMs={lengthMs} atMs={atMs} />
        <DefinitionList entries={speechFacts(call)} />
      </section>
      <section aria-labelledby="transcript" className="min-w-0">
        <h2 id="transcript" className="mb-2 text-base font-medium">
          Transcript
        </h2>
        <ol className="grid gap-4">
          {turns.map((turn, index) => (
            <Turn
              key={turn.turn.id}
              spoken={turn}
              faults={call.faults}
              isCurrent={index === current}
              {...(hasAudio ? { onSeek: () => seek(index) } : {})}
            />
          ))}
        </ol>
      </section>
    </div>
  );
}

interface PlayerProps {
  callId: string;
  player: React.RefObject<HTMLAudioElement | null>;
  onTime: (ms: number) => void;
}

/** The browser's player with the whole recording loaded, so that seeking is immediate. */
function Player({ callId, player, onTime }: PlayerProps) {
  const found = useQuery(recordingQuery(callId));
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!found.data) return;
    const url = URL.createObjectURL(found.data);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [found.data]);
  if (found.error)
    return <ErrorState title="The recording could not be loaded" error={found.error} onRetry={() => found.refetch()} />;
  if (!address)
    return (
      <div role="status" className="flex h-13.5 items-center">
        <span className="sr-only">Loading the recording</span>
        <Skeleton className="w-full" />
      </div>
    );
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript below shows it turn by turn
    <audio
      ref={player}
      src={address}
      controls
      preload="auto"
      aria-label="Recording of the call"
      className="w-full"
      onTimeUpdate={({ currentTarget }) => onTime(currentTarget.currentTime * 1000)}
      onSeeked={({ currentTarget }) => onTime(currentTarget.currentTime * 1000)}
    />
  );
}

interface TurnProps {
  spoken: SpokenTurn;
  faults: CallRecord["faults"];
  isCurrent: boolean;
  onSeek?: () => void;
}

function Turn({ spoken: { turn, startMs, interruptionMs }, faults, isCurrent, onSeek }: TurnProps) {
  const speaker = turn.role === "user" ? "Customer" : "Agent";
  return (
    <li
      id={`turn-${turn.turn}`}
      tabIndex={-1}
      aria-current={isCurrent}
      className={classNames("grid gap-1 border-l-2 pl-3", isCurrent ? "border-accent" : "border-line")}
    >
      <p className="flex flex-wrap items-center gap-x-3 text-xs text-faint">
        {onSeek ? (
          <Button size="small" className="tabular-nums" aria-label={`Play from ${clockText(startMs)}`} onClick={onSeek}>
            {clockText(startMs)}
          </Button>
        ) : (
          <span className="tabular-nums">{clockText(startMs)}</span>
        )}
        <span className="font-medium text-soft">{speaker}</span>
        {turn.latency_ms === null ? null : (
          <span className="tabular-nums">after {millisecondsText(turn.latency_ms)}</span>
        )}
        {interruptionMs === null ? null : (
          <Status tone="warn" shape="alert">
            interrupts
          </Status>
        )}
      </p>
      {turn.messages.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no id
        <UserText key={index} text={text} />
      ))}
      {faults
        .filter(({ evidence }) => evidence.turn === turn.turn)
        .map(({ kind, message }) => (
          <Status key={kind} tone="warn" shape="alert" className="text-xs whitespace-normal!">
            {message}
          </Status>
        ))}
    </li>
  );
}
