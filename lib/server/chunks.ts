import type { IncomingMessage } from "node:http";
import type { ResponseBody } from "@/lib/exchange/exchange";

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** A message's body. A reader that has had enough leaves the connection as it is: the answer goes out on it. */
export const chunksOf = (message: IncomingMessage): ResponseBody => ({
  [Symbol.asyncIterator]() {
    let failure: Error | undefined;
    let wake: (() => void) | undefined;
    const onReadable = () => wake?.();
    const onError = (error: Error) => {
      failure = error;
      wake?.();
    };
    const onClose = () => onError(new Error("The client disconnected before the end of its request."));
    const listeners = { readable: onReadable, end: onReadable, error: onError, close: onClose };
    let isListening = false;
    const listen = () => {
      if (isListening) return;
      isListening = true;
      for (const [event, listener] of Object.entries(listeners)) message.on(event, listener);
    };
    const stop = () => {
      for (const [event, listener] of Object.entries(listeners)) message.off(event, listener);
      return done;
    };
    return {
      async next() {
        for (;;) {
          const chunk: Buffer | null = message.read();
          if (chunk !== null) return { done: false, value: chunk };
          if (message.complete) return stop();
          if (message.destroyed && !failure) onClose();
          if (failure) throw failure;
          listen();
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      },
      async return() {
        wake?.();
        return stop();
      },
    };
  },
});
