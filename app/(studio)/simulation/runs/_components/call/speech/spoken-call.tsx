"use client";
import { type RefObject, useRef, useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { classNames } from "@/app/_ui/class-names";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { Status } from "@/app/_ui/feedback/status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { Section } from "@/app/_ui/page/section";
import { DefinitionList } from "@/app/_ui/text/definition-list";
import { UserText } from "@/app/_ui/text/user-text";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { whenNotPlayed } from "@/lib/rejections";
import { millisecondsText } from "../../words";
import { TurnFaults } from "../conversation-turn";
import { RecordingPlayer } from "./recording-player";
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
      play(audio.current); // the position has changed even if the browser refuses to play
    }
  };
  useShortcuts(
    "Recording",
    hasAudio
      ? [
          { keys: "k", description: "Play or pause", run: () => playOrPause(audio) },
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
          <RecordingPlayer callId={call.id} player={audio} onTime={setAtMs} />
        ) : (
          <p className="text-soft">The provider did not store a recording.</p>
        )}
        <SpeechTimeline turns={turns} lengthMs={lengthMs} atMs={atMs} />
        <DefinitionList entries={speechFacts(call)} />
      </section>
      <SpokenTranscript turns={turns} faults={call.faults} current={current} onSeek={hasAudio ? seek : null} />
    </div>
  );
}

function play(player: HTMLAudioElement): void {
  void player.play().catch(whenNotPlayed(() => undefined));
}

function playOrPause({ current: player }: RefObject<HTMLAudioElement | null>): void {
  if (!player) return;
  if (player.paused) play(player);
  else player.pause();
}

interface TranscriptProps {
  turns: readonly SpokenTurn[];
  faults: CallRecord["faults"];
  /** Index of the turn that is playing. */
  current: number;
  /** Null if there is no recording. */
  onSeek: ((index: number) => void) | null;
}

function SpokenTranscript({ turns, faults, current, onSeek }: TranscriptProps) {
  return (
    <Section title="Transcript" className="min-w-0">
      <ol className="grid gap-4">
        {turns.map((spoken, index) => (
          <Turn
            key={spoken.turn.id}
            spoken={spoken}
            faults={faults}
            isCurrent={index === current}
            {...(onSeek ? { onSeek: () => onSeek(index) } : {})}
          />
        ))}
      </ol>
    </Section>
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
      <TurnFaults faults={faults} turn={turn.turn} />
    </li>
  );
}
