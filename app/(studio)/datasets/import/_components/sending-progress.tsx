import { Button } from "@/app/_ui/button";
import { ProgressBar } from "@/app/_ui/progress-bar";
import { fileSize } from "./file-size";

interface Props {
  share: number;
  size: number;
  onStop: () => void;
}

/** First the sending, which can be measured, then the reading, which cannot. */
export function SendingProgress({ share, size, onStop }: Props) {
  const sent = share >= 1;
  return (
    <>
      <ProgressBar className="w-40" label="Sent" value={Math.round(share * 100)} max={100} />
      <p aria-live="polite" className="text-soft tabular-nums">
        {sent ? "Sent; the rows are being read" : `${fileSize(share * size)} of ${fileSize(size)} sent`}
      </p>
      {sent ? null : (
        <Button size="small" look="ghost" onClick={onStop}>
          Stop
        </Button>
      )}
    </>
  );
}
