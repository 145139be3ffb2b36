"use client";
import { CopyButton } from "@/app/_ui/button/copy-button";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { ScrollRegion } from "@/app/_ui/page/scroll-region";
import { type Config, writeConfig } from "./config-text";
import { useYaml } from "./use-yaml";

/** A read-only configuration, with its secrets masked by the server. */
export function ConfigView({ config }: { config: Config }) {
  const yaml = useYaml();
  if (!yaml) return <Skeleton className="h-40 w-full" />;
  const text = writeConfig(yaml, config);
  if (text === "") return <p className="text-soft">This configuration is empty. The operator's settings apply.</p>;
  return (
    <div className="flex items-start gap-1 rounded-md border border-line bg-sunk">
      <ScrollRegion label="Configuration" className="min-w-0 flex-1 overflow-x-auto p-3">
        <pre className="font-mono text-xs">{text}</pre>
      </ScrollRegion>
      <CopyButton text={text} label="Copy the configuration" />
    </div>
  );
}
