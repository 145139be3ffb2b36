import { Button } from "@/app/_ui/button/button";
import { ProgressBar } from "@/app/_ui/feedback/progress-bar";
import { fileSize } from "@/app/_ui/figure/file-size";

interface Props {
  share: number;
  size: number;
  onStop: () => void;
}

/** First the upload, which has a progress, then the import, which has none. */
export function SendingProgress({ share, size, onStop }: Props) {
  const sent = share >= 1;
  return (
    <>
      <ProgressBar className="w-40" label="Uploaded" value={Math.round(share * 100)} max={100} />
      <p aria-live="polite" className="text-soft tabular-nums">
        {sent ? "Uploaded. Reading rows…" : `${fileSize(share * size)} of ${fileSize(size)} uploaded`}
      </p>
      {sent ? null : (
        <Button size="small" look="ghost" onClick={onStop}>
          Stop
        </Button>
      )}
    </>
  );
}
