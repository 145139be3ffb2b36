"use client";
import { DeskNotice, UndoButton } from "../../../../../_components/desk-notice";

/** All loaded items are done, and the server cannot be reached. */
export const WaitingScreen = ({ onUndo }: { onUndo: (() => void) | undefined }) => (
  <DeskNotice title="No more items are loaded" actions={<UndoButton onUndo={onUndo} />}>
    <p className="text-soft">The next item will load automatically when the server can be reached.</p>
  </DeskNotice>
);
