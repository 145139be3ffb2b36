import type { Metadata } from "next";
import { Providers } from "@/app/_components/providers";
import { currentOwner } from "@/app/_server/session";
import { ApiScreen } from "./_components/api-screen";

export const metadata: Metadata = { title: "API" };

/** For everybody: what needs no credentials can be tried without a session. */
export default async function ApiPage() {
  return (
    <Providers>
      <ApiScreen owner={await currentOwner()} />
    </Providers>
  );
}
