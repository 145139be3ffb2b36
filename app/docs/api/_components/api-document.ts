// What the page shows of the OpenAPI document: the list of its operations, and the part of it that describes one.

export interface ApiOperation {
  name: string;
  summary: string;
  method: string;
  path: string;
  tag: string;
}

/** The members of the document that are read here. */
interface ApiDocument {
  openapi: string;
  info: object;
  paths: Record<string, Record<string, Described>>;
  components: Record<Kind, Record<string, object>>;
}

interface Described {
  operationId: string;
  summary: string;
  tags: readonly string[];
  parameters: readonly { required: boolean }[];
}

type Kind = "schemas" | "responses";

const REFERENCE = /"\$ref":"#\/components\/(schemas|responses)\/([^"]+)"/g;

/** Safe because this server has made it of its contracts. */
const read = (served: Record<string, unknown>) => served as unknown as ApiDocument;

/** All operations, in the document's order. */
export function operationsOf(served: Record<string, unknown>): ApiOperation[] {
  return Object.entries(read(served).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId: name, summary, tags }]) => ({
      ...{ name, summary, path, method: method.toUpperCase() },
      tag: tags[0] ?? "",
    })),
  );
}

/** The operations that have every word of the search in their name, summary, path, method or tag. */
export function searched(operations: readonly ApiOperation[], search: string): ApiOperation[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const text = Object.values(operation).join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * A document of one operation with the schemas that it reaches: the whole one takes seconds to resolve. Without credentials,
 * because the page sends its own; without servers, so that requests go to this one. Optional parameters lose their examples,
 * which would be sent as values.
 */
export function documentOf(served: Record<string, unknown>, { path, method }: ApiOperation): object {
  const { openapi, info, paths, components } = read(served);
  const { security: _security, ...operation } = { security: null, ...paths[path]?.[method.toLowerCase()] };
  const parameters = operation.parameters?.map((parameter) =>
    parameter.required ? parameter : { ...parameter, example: undefined },
  );
  const own = { ...operation, parameters };
  return {
    ...{ openapi, info, paths: { [path]: { [method.toLowerCase()]: own } } },
    components: reachedFrom(own, components),
  };
}

function reachedFrom(part: object, components: ApiDocument["components"]): ApiDocument["components"] {
  const reached: ApiDocument["components"] = { schemas: {}, responses: {} };
  const open: object[] = [part];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const [, kind, name] of JSON.stringify(next).matchAll(REFERENCE)) {
      const found = components[kind as Kind][name ?? ""]; // safe: the pattern has these kinds alone
      if (!found || !name || reached[kind as Kind][name]) continue;
      reached[kind as Kind][name] = found;
      open.push(found);
    }
  }
  return reached;
}
