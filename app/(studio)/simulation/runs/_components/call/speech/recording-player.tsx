"use client";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { recordingQuery } from "@/lib/client/recording";

interface Props {
  callId: string;
  player: RefObject<HTMLAudioElement | null>;
  onTime: (ms: number) => void;
}

/** The browser's player with the whole recording loaded, so that seeking is immediate. */
export function RecordingPlayer({ callId, player, onTime }: Props) {
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
