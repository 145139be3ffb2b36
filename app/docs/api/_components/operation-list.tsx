"use client";
import NextLink from "next/link";
import { classNames } from "@/app/_ui/class-names";
import { EmptyState } from "@/app/_ui/feedback/empty-state";
import { links } from "@/lib/client/links";
import { groupBy } from "@/lib/group-by";
import type { ApiOperation } from "./api-document";

interface Props {
  operations: readonly ApiOperation[];
  /** The name of the open one. */
  open: string | undefined;
}

export function OperationList({ operations, open }: Props) {
  if (operations.length === 0)
    return <EmptyState title="No operation matches">Search for part of a name, a path or a method.</EmptyState>;
  return (
    <nav aria-label="Operations" className="grid gap-4">
      {[...groupBy(operations, ({ tag }) => tag)].map(([tag, found]) => (
        <div key={tag}>
          <h2 className="px-2 pb-1 text-xs text-faint">{tag}</h2>
          <ul>
            {found.map((operation) => (
              <li key={operation.name}>
                <OperationLink operation={operation} isOpen={operation.name === open} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function OperationLink({ operation: { name, method, path }, isOpen }: { operation: ApiOperation; isOpen: boolean }) {
  return (
    <NextLink
      href={links.api(name)}
      prefetch={false}
      aria-current={isOpen ? "page" : undefined}
      className={classNames(
        "block rounded-md px-2 py-1 transition-colors hover:bg-hover pointer-coarse:py-2",
        isOpen && "bg-press font-medium",
      )}
    >
      <span className="block wrap-anywhere">{name}</span>
      <span className="block font-mono text-xs wrap-anywhere text-soft">
        {method} {path}
      </span>
    </NextLink>
  );
}
