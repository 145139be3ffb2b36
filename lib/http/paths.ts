/** Matches a URL's path against a documented one, with or without its trailing slash. Null if they do not match. */
export function matchPath(template: string, pathname: string): Record<string, string> | null {
  const templateParts = segments(template);
  const pathParts = segments(pathname);
  if (templateParts.length !== pathParts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of templateParts.entries()) {
    const value = pathParts[index] ?? "";
    if (segment.startsWith("{")) params[segment.slice(1, -1)] = decode(value);
    else if (segment !== value) return null;
  }
  return params;
}

export const segments = (path: string): string[] => path.split("/").filter((segment) => segment !== "");

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
