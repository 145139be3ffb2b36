"use client";
import { useQuery } from "@tanstack/react-query";
import { Difference } from "@/app/_components/difference/difference";
import { ErrorState } from "@/app/_ui/feedback/error-state";
import { TableSkeleton } from "@/app/_ui/feedback/skeleton";
import { VersionComparison } from "@/app/(studio)/_components/versions/version-comparison";
import { promptVersionQuery } from "@/lib/client/prompts";
import type { ListedVersion, PromptVersion } from "@/lib/contracts/prompts/shapes";
import { textsOf } from "./version-texts";

const numbered = ({ version_id, version }: { version_id: string; version: string }) => ({
  id: version_id,
  version_number: Number(version.slice(1)),
});

/** A version beside another one, word by word. */
export function VersionChanges({ version, versions }: { version: PromptVersion; versions: readonly ListedVersion[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <VersionComparison
        title={`Changes to ${version.version} from`}
        version={numbered(version)}
        versions={versions.map(({ id, version: name }) => numbered({ version_id: id, version: name }))}
        labelOf={({ version_number }) => `v${version_number}`}
      >
        {(other) => <Changes version={version} from={`v${other.version_number}`} />}
      </VersionComparison>
    </div>
  );
}

function Changes({ version, from }: { version: PromptVersion; from: string }) {
  const { data, error, refetch } = useQuery(promptVersionQuery(version.id, from));
  if (error) return <ErrorState title="The version could not be loaded" error={error} onRetry={() => refetch()} />;
  if (!data) return <TableSkeleton columns={1} rows={4} />;
  const [before, after] = [textsOf(data.content), textsOf(version.content)];
  return (
    <>
      {Object.entries(after).map(([name, text]) => (
        <Difference key={name} name={name} before={before[name] ?? ""} after={text} />
      ))}
    </>
  );
}
