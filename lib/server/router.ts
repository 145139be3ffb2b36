// Finds the operation for a method and a path: a tree of path segments, in which a static name wins over a slot.
import type { Operation } from "@/lib/http/endpoint";
import { segments } from "@/lib/http/paths";

interface Node {
  names: Map<string, Node>;
  slot: Node | null;
  rest: Map<string, Operation>;
  operations: Map<string, Operation>;
}

const emptyNode = (): Node => ({ names: new Map(), slot: null, rest: new Map(), operations: new Map() });

export interface Match {
  /** Methods that the path knows, each with its operation. */
  operations: ReadonlyMap<string, Operation>;
}

export type Router = (pathname: string) => Match | null;

export function createRouter(operations: readonly Operation[]): Router {
  const root = emptyNode();
  for (const operation of operations) add(root, operation);
  return (pathname) => {
    const found = find(root, segments(pathname), 0);
    return found && found.size > 0 ? { operations: found } : null;
  };
}

/** `{name...}` as the last segment takes the rest of the path. */
function add(root: Node, operation: Operation): void {
  let node = root;
  for (const segment of segments(operation.contract.path)) {
    if (segment.endsWith("...}")) {
      node.rest.set(operation.contract.method, operation);
      return;
    }
    node = segment.startsWith("{") ? slotOf(node) : nameOf(node, segment);
  }
  node.operations.set(operation.contract.method, operation);
}

function slotOf(node: Node): Node {
  node.slot ??= emptyNode();
  return node.slot;
}

function nameOf(node: Node, name: string): Node {
  const next = node.names.get(name) ?? emptyNode();
  node.names.set(name, next);
  return next;
}

function find(node: Node, path: readonly string[], depth: number): Map<string, Operation> | null {
  const segment = path[depth];
  if (segment === undefined) return node.operations.size > 0 ? node.operations : null;
  const named = node.names.get(segment);
  return (
    (named && find(named, path, depth + 1)) ??
    (node.slot && find(node.slot, path, depth + 1)) ??
    (node.rest.size > 0 ? node.rest : null)
  );
}
