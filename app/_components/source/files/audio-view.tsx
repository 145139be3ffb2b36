import { type RefObject, useEffect, useRef, useState } from "react";
import { Select } from "@/app/_ui/control/select";
import { segmentAt } from "./file-in";
import type { FileViewProps } from "./file-view-props";
import { useItemFiles } from "./item-files";
import { OpenFile } from "./open-file";
import { readPeaks } from "./peaks";
import { Transcript } from "./transcript";

const PARTS = 240;
const speeds = ["0.5", "0.75", "1", "1.25", "1.5", "2"].map((value) => ({ value, label: `${value} ×` }));

/** The browser's player with the outline of the recording, its speed, and its transcript in step. */
export function AudioView({ name, address, blob }: FileViewProps) {
  const player = useRef<HTMLAudioElement>(null);
  const [seconds, setSeconds] = useState(0);
  const [length, setLength] = useState(0);
  const [isDamaged, setDamaged] = useState(false);
  const { segments } = useItemFiles();
  const seek = (to: number) => {
    if (!player.current) return;
    player.current.currentTime = to;
    setSeconds(to);
  };
  // Its transcript may still be read.
  if (isDamaged && length === 0)
    return (
      <div className="grid gap-2">
        <p className="text-soft">This recording is damaged, or this browser cannot play it.</p>
        <OpenFile name={name} address={address} />
        {segments ? <Transcript segments={segments} at={null} onSeek={seek} /> : null}
      </div>
    );
  return (
    <div className="grid gap-2">
      <Outline blob={blob} share={length > 0 ? seconds / length : 0} onSeek={(share) => seek(share * length)} />
      <div className="flex flex-wrap items-center gap-2">
        {/* biome-ignore lint/a11y/useMediaCaption: the transcript below shows it, if the source has one */}
        <audio
          ref={player}
          src={address}
          controls
          preload="auto"
          aria-label={name}
          className="min-w-60 flex-1"
          onError={() => setDamaged(true)}
          onLoadedMetadata={({ currentTarget }) => setLength(finite(currentTarget.duration))}
          onTimeUpdate={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
          onSeeked={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
        />
        <Speed player={player} name={name} />
      </div>
      {isDamaged ? <p className="text-soft">A part of this recording is damaged.</p> : null}
      {segments ? <Transcript segments={segments} at={segmentAt(segments, seconds)} onSeek={seek} /> : null}
    </div>
  );
}

/** A stream has no length. */
const finite = (duration: number): number => (Number.isFinite(duration) ? duration : 0);

function Speed({ player, name }: { player: RefObject<HTMLAudioElement | null>; name: string }) {
  const [speed, setSpeed] = useState("1");
  const change = (next: string) => {
    setSpeed(next);
    if (player.current) player.current.playbackRate = Number(next);
  };
  return <Select aria-label={`Speed of ${name}`} className="w-24!" value={speed} options={speeds} onChange={change} />;
}

interface OutlineProps {
  blob: Blob;
  /** How much was played, from 0 to 1. */
  share: number;
  onSeek: (share: number) => void;
}

/** Only for the eye and the pointer: the player below is seeked by keys too. */
function Outline({ blob, share, onSeek }: OutlineProps) {
  const [peaks, setPeaks] = useState<number[] | null>(null);
  useEffect(() => {
    let isGone = false;
    void readPeaks(blob, PARTS).then((read) => isGone || setPeaks(read));
    return () => {
      isGone = true;
    };
  }, [blob]);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${PARTS} 40`}
      preserveAspectRatio="none"
      className="h-12 w-full cursor-pointer rounded-md bg-sunk"
      onClick={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        onSeek((clientX - left) / width);
      }}
    >
      {(peaks ?? []).map((peak, part) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their position
          key={part}
          x={part}
          width="0.7"
          y={20 - Math.max(0.5, peak * 19)}
          height={Math.max(1, peak * 38)}
          className={part / PARTS < share ? "fill-accent" : "fill-edge"}
        />
      ))}
    </svg>
  );
}
