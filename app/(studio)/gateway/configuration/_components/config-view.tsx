"use client";
import { CopiedCode } from "@/app/_components/copied-text";
import { Skeleton } from "@/app/_ui/feedback/skeleton";
import { type Config, writeConfig } from "./config-text";
import { useYaml } from "./use-yaml";

/** A read-only configuration, with its secrets masked by the server. */
export function ConfigView({ config }: { config: Config }) {
  const yaml = useYaml();
  if (!yaml) return <Skeleton className="h-40 w-full" />;
  const text = writeConfig(yaml, config);
  if (text === "") return <p className="text-soft">This configuration is empty. The operator's settings apply.</p>;
  return <CopiedCode name="Configuration" text={text} label="Copy the configuration" />;
}
