"use client";
import { useState } from "react";
import { Button } from "@/app/_ui/button/button";
import { Status } from "@/app/_ui/feedback/status";
import { quantity } from "@/app/_ui/figure/numbers";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { ConfirmDialog } from "@/app/_ui/overlay/confirm-dialog";
import { ReviewDialog } from "./review-dialog";
import { useConfigDraft } from "./use-draft";
import { useGoTo } from "./use-go-to";

/** The unsaved changes, with the actions to save or discard them. */
export function DraftBar({ organizationId }: { organizationId: string }) {
  const draft = useConfigDraft();
  const goTo = useGoTo(draft);
  const [reviewing, setReviewing] = useState(false);
  const canReview = draft.isDirty && draft.unread === null;
  const review = () => {
    draft.ask();
    setReviewing(true);
  };
  useShortcuts(
    "Page",
    canReview
      ? [{ keys: "mod+s", description: "Review and save the changes", run: keyed(review), whileTyping: true }]
      : [],
  );
  if (!draft.isDirty) return null;
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6">
      <DraftStatus />
      <div className="flex gap-2">
        <Discard />
        <Button look="primary" keys="mod+s" disabled={!canReview} onClick={review}>
          Review and save
        </Button>
      </div>
      <ReviewDialog
        organizationId={organizationId}
        open={reviewing}
        onOpenChange={setReviewing}
        onGoTo={(field) => {
          setReviewing(false);
          goTo(field);
        }}
      />
    </div>
  );
}

function DraftStatus() {
  const { unread, problems, preview, isOutdated, active } = useConfigDraft();
  const { changes = [] } = preview.data ?? {};
  return (
    <div role="status" className="mr-auto grid">
      {unread !== null ? (
        <Status tone="bad" shape="alert">
          The text cannot be parsed
        </Status>
      ) : problems.length > 0 ? (
        <Status tone="warn" shape="alert">
          Not saved: {quantity(problems.length, "problem")} left
        </Status>
      ) : (
        <Status tone="warn" shape="half">
          {changes.length > 0 ? `${quantity(changes.length, "change")} not saved` : "Changes not saved"}
        </Status>
      )}
      {isOutdated ? (
        <span className="text-xs text-soft">
          {active?.version ? `Version ${active.version}` : "Another version"} was activated since you started.
        </span>
      ) : null}
    </div>
  );
}

function Discard() {
  const { forget } = useConfigDraft();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button onClick={() => setConfirming(true)}>Discard</Button>
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title="Discard the changes?"
        action="Discard"
        onConfirm={forget}
      >
        Your changes are lost. The active version does not change.
      </ConfirmDialog>
    </>
  );
}

const keyed = (run: () => void) => (event: KeyboardEvent) => {
  event.preventDefault();
  run();
};
