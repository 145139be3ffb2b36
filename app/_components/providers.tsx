"use client";
import { MutationCache, type MutationMeta, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { MessagePosition } from "@/app/_ui/feedback/message";
import { Toasts, toast } from "@/app/_ui/feedback/toast";
import { ShortcutsProvider } from "@/app/_ui/keyboard/shortcuts";
import { useFirstAct } from "@/app/_ui/lazy-code";
import { Hints } from "@/app/_ui/overlay/hints";
import { isStatus } from "@/lib/client/call-error";
import { signInAgain } from "./sign-in-again";

const FRESH_MS = 15_000;

/** The query cache, toasts and shortcuts that all screens of the studio and the desk share. */
export function Providers({ messages = "page", children }: { messages?: MessagePosition; children: ReactNode }) {
  const [client] = useState(createClient);
  useFirstAct();
  return (
    <QueryClientProvider client={client}>
      <ShortcutsProvider>{children}</ShortcutsProvider>
      <Hints />
      <Toasts position={messages} />
    </QueryClientProvider>
  );
}

function createClient(): QueryClient {
  const forgetOld = (meta: MutationMeta | undefined) =>
    Promise.all((meta?.invalidates ?? []).map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: signInAgain }),
    mutationCache: new MutationCache({
      onSuccess: (_data, _input, _context, { meta }) => {
        if (meta?.done) toast.done({ title: meta.done });
        // Returned, so that a mutation stays pending until the screen shows its effect.
        return forgetOld(meta);
      },
      onError: (error, _input, _context, { meta }) => {
        signInAgain(error);
        // The screen shows an old state, or the change was made and only its answer was lost.
        if (isStatus(error, 409) || isStatus(error, 0)) void forgetOld(meta);
        if (!meta?.showsErrors) toast.failed({ title: "Action failed", description: error.message });
      },
    }),
    defaultOptions: {
      // Offline, a mutation fails at once. Paused, it would be carried out later, even after its dialog was cancelled.
      mutations: { networkMode: "always" },
      queries: {
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < 2 && (isStatus(error, 0) || isStatus(error, 503)),
      },
    },
  });
  return client;
}
