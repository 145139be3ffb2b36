"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { SourcePanel } from "@/app/_components/source/source-panel";
import { Button } from "@/app/_ui/button/button";
import { LinkButton } from "@/app/_ui/button/link-button";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { links } from "@/lib/client/links";
import { mayReview } from "@/lib/client/roles";
import { Centred } from "../../annotate/_components/centred";
import { DeskSkeleton, ItemSkeleton } from "../../annotate/_components/desk-skeleton";
import { InstructionsPanel } from "../../annotate/_components/instructions-panel";
import { SplitView } from "../../annotate/_components/split-view";
import { Comparison } from "./comparison";
import { decisionsOn } from "./decisions";
import { isEmpty } from "./remarks";
import { ReviewEnd } from "./review-end";
import { ReviewFooter } from "./review-footer";
import { ReviewHeader } from "./review-header";
import { scopeKey } from "./scope";
import { useReview } from "./use-review";

const WIDTH = 50;
/** The field for feedback on the whole item. */
const NOTES = "review-notes";

/** Where reviewers compare annotators' answers, decide, and settle disagreements. */
export function ReviewDesk({ queueId, userId }: { queueId: string; userId: string }) {
  const router = useRouter();
  const review = useReview(queueId);
  const {
    queue,
    scope,
    detail: { data: detail },
  } = review;
  const [reading, setReading] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const decisions = detail ? decisionsOn(detail, userId) : null;
  useUnsentWarning(review.hasUnsent);

  const approve = () => decisions?.approve && review.decide("approve");
  const requestChanges = () => {
    if (!detail || !decisions?.requestChanges) return;
    if (!isEmpty(review.remarks)) return review.decide("request_changes");
    setMissing(detail.item.id);
    document.getElementById(NOTES)?.focus();
  };
  useShortcuts("Review", [
    { keys: "a", description: "Approve", run: approve },
    { keys: "r", description: "Request changes", run: requestChanges },
    { keys: "z", description: "Undo the last decision", run: () => review.undo?.() },
    { keys: "mod+z", description: "The same", run: () => review.undo?.(), hidden: true },
    { keys: "arrowleft", description: "Previous item", run: () => review.move(-1) },
    { keys: "arrowright", description: "Next item", run: () => review.move(1) },
    { keys: "i", description: "Show or hide the instructions", run: () => setReading(!reading) },
    { keys: "escape", description: "Back to the queue", run: () => router.push(links.queue(queueId)) },
  ]);

  if (!queue || !scope) {
    return review.error ? <Failure error={review.error} queueId={queueId} onAgain={review.again} /> : <DeskSkeleton />;
  }
  if (!mayReview(queue.viewer_roles)) return <NotForAnnotators queueId={queueId} />;
  return (
    <div className="flex h-dvh flex-col">
      <ReviewHeader
        queue={queue}
        scope={scopeKey(scope)}
        onScope={review.choose}
        reading={reading}
        onRead={() => setReading(!reading)}
      />
      {review.error ? (
        <Failure error={review.error} queueId={queueId} onAgain={review.again} />
      ) : review.isEmpty ? (
        <ReviewEnd
          queueId={queueId}
          scope={scope}
          onAll={() => review.choose("all")}
          onAgain={review.again}
          onUndo={review.undo}
        />
      ) : detail && decisions ? (
        <SplitView
          itemId={detail.item.id}
          formLabel="Comparison"
          usual={WIDTH}
          source={
            <>
              <InstructionsPanel open={reading} text={detail.queue.instructions} />
              <SourcePanel key={detail.item.id} content={detail.item.source_content} />
            </>
          }
          form={
            <Comparison
              key={detail.item.id}
              detail={detail}
              userId={userId}
              notesId={NOTES}
              isMissing={missing === detail.item.id && isEmpty(review.remarks)}
              remarks={review.remarks}
              onWrite={review.write}
              onRequest={requestChanges}
            />
          }
          footer={
            <ReviewFooter
              detail={detail}
              decisions={decisions}
              busy={review.isDeciding}
              problem={review.problem}
              onMove={review.move}
              onUndo={review.undo}
              onApprove={approve}
              onRequest={requestChanges}
            />
          }
        />
      ) : (
        <ItemSkeleton />
      )}
    </div>
  );
}

/** Closing the tab would lose unsent comments, so the browser asks first. */
function useUnsentWarning(hasUnsent: boolean): void {
  useEffect(() => {
    if (!hasUnsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [hasUnsent]);
}

function Failure({ error, queueId, onAgain }: { error: Error; queueId: string; onAgain: () => void }) {
  return (
    <Centred>
      <ErrorState title="Could not load the item" error={error} />
      <div className="mt-3 flex gap-2">
        <Button look="primary" onClick={onAgain}>
          Go to the first item
        </Button>
        <LinkButton href={links.queue(queueId)} keys="escape">
          Back to the queue
        </LinkButton>
      </div>
    </Centred>
  );
}

function NotForAnnotators({ queueId }: { queueId: string }) {
  return (
    <Centred>
      <h1 className="text-xl font-semibold tracking-tight">Reviewers only</h1>
      <p className="text-soft">
        This screen shows all annotators' answers, which annotators do not see of each other. A queue manager can make
        you a reviewer.
      </p>
      <div className="mt-3 flex gap-2">
        <LinkButton look="primary" href={links.queue(queueId)} keys="escape" autoFocus>
          Back to the queue
        </LinkButton>
      </div>
    </Centred>
  );
}
