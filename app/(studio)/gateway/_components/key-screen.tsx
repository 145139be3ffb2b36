"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FoundPage } from "@/app/_components/found-page";
import { Button } from "@/app/_ui/button/button";
import { useShortcuts } from "@/app/_ui/keyboard/shortcuts";
import { PageHeader } from "@/app/_ui/page/page-header";
import { gatewayKeyQuery } from "@/lib/client/gateway";
import { links } from "@/lib/client/links";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { CallExamples } from "./call-examples";
import { KeyCredits } from "./key-credits";
import { EditKeyDialog } from "./key-dialog";
import { KeyFacts } from "./key-facts";
import { KeyStatus } from "./key-status";
import { LimitFigures } from "./limit-figures";
import { PauseButton, PauseDialog } from "./pause-key";
import { RevokeDialog } from "./revoke-dialog";
import { RotateDialog } from "./rotate-dialog";

const parent = { href: links.gatewayKeys(), label: "Gateway keys" };
const REFRESH_MS = 10_000;

export const KeyScreen = ({ keyId }: { keyId: string }) => (
  <FoundPage
    found={useQuery({ ...gatewayKeyQuery(keyId), refetchInterval: REFRESH_MS })}
    title="Gateway key"
    parent={parent}
    problem="The key could not be loaded"
    columns={3}
  >
    {(gatewayKey) => <Shown gatewayKey={gatewayKey} />}
  </FoundPage>
);

type Doing = "edit" | "rotate" | "revoke" | "pause" | null;

function Shown({ gatewayKey }: { gatewayKey: GatewayKey }) {
  const [doing, setDoing] = useState<Doing>(null);
  const isRevoked = gatewayKey.status === "revoked";
  useShortcuts("Page", isRevoked ? [] : [{ keys: "e", description: "Edit the key", run: () => setDoing("edit") }]);
  const close = () => setDoing(null);
  return (
    <>
      <PageHeader
        title={gatewayKey.name}
        parent={parent}
        status={<KeyStatus status={gatewayKey.status} />}
        description={<code className="font-mono text-xs">{gatewayKey.key_prefix}</code>}
        actions={
          isRevoked ? null : (
            <>
              <PauseButton gatewayKey={gatewayKey} onPause={() => setDoing("pause")} />
              <Button onClick={() => setDoing("revoke")}>Revoke…</Button>
              <Button onClick={() => setDoing("rotate")}>Rotate…</Button>
              <Button look="primary" keys="e" onClick={() => setDoing("edit")}>
                Edit
              </Button>
            </>
          )
        }
      />
      <div className="grid gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <LimitFigures gatewayKey={gatewayKey} />
        <KeyFacts gatewayKey={gatewayKey} />
        {gatewayKey.key_type === "managed" ? <KeyCredits keyId={gatewayKey.id} /> : null}
        {isRevoked ? null : (
          <section className="min-w-0 xl:col-span-2">
            <h2 className="mb-2 text-base font-medium">Example calls</h2>
            <CallExamples />
          </section>
        )}
      </div>
      {doing === "edit" ? <EditKeyDialog gatewayKey={gatewayKey} onClose={close} /> : null}
      {doing === "rotate" ? <RotateDialog gatewayKey={gatewayKey} onClose={close} /> : null}
      {doing === "pause" ? <PauseDialog gatewayKey={gatewayKey} onClose={close} /> : null}
      {doing === "revoke" ? <RevokeDialog gatewayKey={gatewayKey} onClose={close} /> : null}
    </>
  );
}
