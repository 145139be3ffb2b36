"use client";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { SourceTextsProvider } from "@/app/_components/label-field/spans/source-texts";
import { SourcePanel } from "@/app/_components/source/source-panel";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { links } from "@/lib/client/links";
import { mayReview } from "@/lib/client/roles";
import type { ItemDetail } from "@/lib/contracts/annotation/item-detail";
import { BackToQueue, DeskNotice } from "../../../../_components/desk-notice";
import { DeskSkeleton, ItemSkeleton } from "../../../../_components/desk-skeleton";
import { hasBegunComment } from "../../../../_components/discussion/begun-comment";
import { InstructionsPanel } from "../../../../_components/instructions-panel";
import { SplitView } from "../../../../_components/split-view";
import { Comparison } from "./comparison";
import { type Decisions, decisionsOn } from "./decisions";
import { isEmpty } from "./remarks";
import { ReviewEnd } from "./review-end";
import { ReviewFooter } from "./review-footer";
import { ReviewHeader } from "./review-header";
import { scopeKey } from "./scope";
import { type Review, useReview } from "./use-review";

const WIDTH = 50;
/** The field for feedback on the whole item. */
const NOTES = "review-notes";

/** Where reviewers compare annotators' answers, decide, and settle disagreements. */
export function ReviewDesk({ queueId, userId }: { queueId: string; userId: string }) {
  const review = useReview(queueId);
  const { queue, scope, error, again } = review;
  const { data: detail } = review.detail;
  const [reading, setReading] = useState(false);
  const read = () => setReading(!reading);
  const decisions = detail ? decisionsOn(detail, userId) : null;
  const deciding = useDeciding(review, decisions);
  useUnsentWarning(review.hasUnsent);
  useReviewKeys(queueId, review, deciding, read);
  if (!queue || !scope) return error ? <Failure error={error} queueId={queueId} onAgain={again} /> : <DeskSkeleton />;
  if (!mayReview(queue.viewer_roles)) return <NotForAnnotators queueId={queueId} />;
  return (
    <div className="flex h-dvh flex-col">
      <ReviewHeader queue={queue} scope={scopeKey(scope)} onScope={review.choose} reading={reading} onRead={read} />
      {error ? (
        <Failure error={error} queueId={queueId} onAgain={again} />
      ) : review.isEmpty ? (
        <ReviewEnd
          queueId={queueId}
          scope={scope}
          onAll={() => review.choose("all")}
          onAgain={again}
          onUndo={review.undo}
        />
      ) : detail && decisions ? (
        <Reviewing {...{ userId, review, detail, decisions, reading, deciding }} />
      ) : (
        <ItemSkeleton />
      )}
    </div>
  );
}

/** The two decisions. A request for changes needs a comment; without one, its field gets the focus. */
function useDeciding({ detail, remarks, decide }: Review, decisions: Decisions | null) {
  const [missing, setMissing] = useState<string | null>(null);
  const itemId = detail.data?.item.id;
  return {
    isMissing: missing === itemId && isEmpty(remarks),
    approve: () => {
      if (decisions?.approve && !hasBegunComment()) decide("approve");
    },
    requestChanges: () => {
      if (!itemId || !decisions?.requestChanges || hasBegunComment()) return;
      if (!isEmpty(remarks)) return decide("request_changes");
      setMissing(itemId);
      document.getElementById(NOTES)?.focus();
    },
  };
}
type Deciding = ReturnType<typeof useDeciding>;

function useReviewKeys(queueId: string, { undo, move }: Review, deciding: Deciding, read: () => void): void {
  const router = useRouter();
  useShortcuts("Review", [
    { keys: "a", description: "Approve", run: deciding.approve },
    { keys: "r", description: "Request changes", run: deciding.requestChanges },
    { keys: "z", description: "Take back the last decision", run: () => undo?.() },
    { keys: "mod+z", description: "The same", run: () => undo?.(), hidden: true },
    { keys: "arrowleft", description: "Previous item", run: () => move(-1) },
    { keys: "arrowright", description: "Next item", run: () => move(1) },
    { keys: "i", description: "Show or hide the instructions", run: read },
    {
      keys: "escape",
      description: "Back to the queue",
      run: () => {
        if (!hasBegunComment()) router.push(links.queue(queueId));
      },
    },
  ]);
}

interface ReviewingProps {
  userId: string;
  review: Review;
  detail: ItemDetail;
  decisions: Decisions;
  /** The instructions are open. */
  reading: boolean;
  deciding: Deciding;
}

/** An item beside the comparison of its answers. */
const Reviewing = ({ userId, review, detail, decisions, reading, deciding }: ReviewingProps) => (
  <SourceTextsProvider key={detail.item.id} content={detail.item.source_content}>
    <SplitView
      itemId={detail.item.id}
      formLabel="Comparison"
      usual={WIDTH}
      source={
        <>
          <InstructionsPanel open={reading} detail={detail} />
          <SourcePanel
            key={detail.item.id}
            content={detail.item.source_content}
            layout={detail.queue.source_layout}
            item={{ queue_id: detail.queue.id, item_id: detail.item.id }}
          />
        </>
      }
      form={
        <Comparison
          key={detail.item.id}
          detail={detail}
          userId={userId}
          notesId={NOTES}
          isMissing={deciding.isMissing}
          remarks={review.remarks}
          onWrite={review.write}
          onRequest={deciding.requestChanges}
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
          onApprove={deciding.approve}
          onRequest={deciding.requestChanges}
        />
      }
    />
  </SourceTextsProvider>
);

/** Closing the tab would lose unsent comments, so the browser asks first. */
function useUnsentWarning(hasUnsent: boolean): void {
  useEffect(() => {
    if (!hasUnsent) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [hasUnsent]);
}

const Failure = ({ error, queueId, onAgain }: { error: Error; queueId: string; onAgain: () => void }) => (
  <DeskNotice
    title={
      <Status tone="bad" shape="alert" className="gap-2! whitespace-normal!">
        Could not load the item
      </Status>
    }
    actions={
      <>
        <Button look="primary" onClick={onAgain}>
          Go to the first item
        </Button>
        <BackToQueue queueId={queueId} />
      </>
    }
  >
    <p role="alert" className="text-soft">
      {error.message}
    </p>
  </DeskNotice>
);

const NotForAnnotators = ({ queueId }: { queueId: string }) => (
  <DeskNotice title="Reviewers only" actions={<BackToQueue queueId={queueId} isMain />}>
    <p className="text-soft">
      This screen shows all annotators' answers. Annotators do not see each other's. A queue manager can make you a
      reviewer.
    </p>
  </DeskNotice>
);
