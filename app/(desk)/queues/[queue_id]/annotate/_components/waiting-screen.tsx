"use client";
import { Button } from "@/app/_ui/button/button";
import { Centred } from "./centred";

/** All loaded items are done, and the server cannot be reached. */
export function WaitingScreen({ onUndo }: { onUndo: (() => void) | undefined }) {
  return (
    <Centred>
      <h1 className="text-lg font-semibold">No more items are loaded</h1>
      <p className="text-soft">The next item will load automatically when the server can be reached.</p>
      {onUndo ? (
        <div className="mt-3">
          <Button keys="z" onClick={onUndo}>
            Undo
          </Button>
        </div>
      ) : null}
    </Centred>
  );
}
