// Which licences shipped packages may have: those that ask for no more than to be named.
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC-BY-4.0", // data about browsers
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1", // fonts
  "Unlicense",
]);

/** Whether an SPDX expression can be met: one part of an OR, every part of an AND. */
export const isAllowed = (licence = "unknown") =>
  licence.split(" OR ").some((one) => one.split(" AND ").every((part) => allowed.has(part.replaceAll(/[()]/g, ""))));
