import type { Reply } from "@/lib/exchange/exchange";

const RETRY_AFTER_SECONDS = 2;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS}">
<meta name="color-scheme" content="light dark">
<title>Assay is restarting</title>
<style>body { display: grid; place-content: center; min-height: 90vh; padding: 1rem; font: 1rem/1.5 system-ui; }</style>
<h1>Back in a moment</h1>
<p>Assay is restarting its screens. This page reloads by itself.</p>
</html>
`;

/** The answer at a screen's address while the screens' process is unavailable. The browser retries by itself. */
export const maintenancePage = (): Reply => ({
  status: 503,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": String(RETRY_AFTER_SECONDS),
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin-when-cross-origin",
  },
  body: page,
});
