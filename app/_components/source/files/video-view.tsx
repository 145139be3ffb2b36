import { useRef, useState } from "react";
import { segmentAt } from "./file-in";
import type { FileViewProps } from "./file-view-props";
import { useItemFiles } from "./item-files";
import { OpenFile } from "./open-file";
import { Transcript } from "./transcript";

/** The browser's player, with a transcript in step. */
export function VideoView({ name, address }: FileViewProps) {
  const player = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(0);
  const [isDamaged, setDamaged] = useState(false);
  const { segments } = useItemFiles();
  const seek = (to: number) => {
    if (player.current) player.current.currentTime = to;
  };
  return (
    <div className="grid gap-2">
      {isDamaged ? (
        <p className="text-soft">This video is damaged, or this browser cannot play it.</p>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: the transcript below shows it, if the source has one
        <video
          ref={player}
          src={address}
          controls
          playsInline
          aria-label={name}
          className="max-h-[60vh] max-w-full rounded-md bg-sunk"
          onError={() => setDamaged(true)}
          onTimeUpdate={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
        />
      )}
      <OpenFile name={name} address={address} />
      {segments ? (
        <Transcript segments={segments} at={isDamaged ? null : segmentAt(segments, seconds)} onSeek={seek} />
      ) : null}
    </div>
  );
}
