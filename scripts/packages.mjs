// Packages as package-lock.json has them.

/** Where a package finds another one: below itself, or beside it or one that it is in. */
function pathOf(packages, from, name) {
  for (let base = from; ; base = base.slice(0, Math.max(base.lastIndexOf("/node_modules/"), 0))) {
    const path = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (base === "") return undefined;
  }
}

/**
 * The paths of these packages of the project and of all that they need. Without optional ones, which are programs for a platform, unless
 * `optional` is true.
 */
export function packagesBelow({ packages }, names, { optional = false } = {}) {
  const found = new Set();
  const add = (from, name) => {
    const path = pathOf(packages, from, name);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path];
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (optional || !(needed in optionalDependencies)) add(path, needed);
  };
  for (const name of names) add("", name);
  return [...found].sort();
}
