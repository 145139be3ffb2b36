// Answers for the server while it cannot be reached: a page that opens what was asked for as soon as it can be. Nothing else is
// handled here and nothing is stored, so that no private content stays behind.

const AWAY = new Set([502, 503, 504]);

self.addEventListener("install", (event) => {
  // Browsers that know routes do not wake this worker for anything but pages.
  event.addRoutes?.({ condition: { not: { requestMode: "navigate" } }, source: "network" })?.catch?.(() => undefined);
  self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  if (event.request.mode === "navigate" && event.request.method === "GET") event.respondWith(open(event.request));
});

async function open(request) {
  try {
    const response = await fetch(request);
    return AWAY.has(response.status) ? awayPage() : response;
  } catch {
    return awayPage();
  }
}

function awayPage() {
  const nonce = crypto.randomUUID();
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors 'none'`;
  return new Response(PAGE.replaceAll("NONCE", nonce), {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
    },
  });
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The server cannot be reached · Assay</title>
<style nonce="NONCE">
  :root { color-scheme: light dark; font: 14px/1.5 Inter, ui-sans-serif, system-ui, sans-serif; }
  body { margin: 0; min-height: 100dvh; display: grid; place-items: center; background: light-dark(#fff, #111316); color: light-dark(#16191d, #e8eaed); }
  main { max-width: 26rem; padding: 24px; }
  h1 { margin: 0 0 8px; font-size: 18px; font-weight: 600; }
  p { margin: 0 0 8px; color: light-dark(#4b5259, #a9b0b7); }
  button { margin-top: 8px; min-height: 44px; padding: 0 16px; border: 1px solid light-dark(#8b9299, #6c747c); border-radius: 6px; background: none; color: inherit; font: inherit; cursor: pointer; }
  button:focus-visible { outline: 2px solid light-dark(#0b7285, #4fc3d7); outline-offset: 2px; }
</style>
</head>
<body>
<main>
<h1>The server cannot be reached</h1>
<p>This page opens by itself as soon as it can be.</p>
<p>What you have put in at the desk is kept in this browser, and sent then.</p>
<button type="button" autofocus>Try again</button>
</main>
<script nonce="NONCE">
  const again = () => location.reload();
  document.querySelector("button").addEventListener("click", again);
  addEventListener("online", again);
  // Not again once it opens: over a slow line each attempt would break off the one before.
  const askLater = () => setTimeout(ask, 3000);
  const ask = () =>
    fetch("/health/", { cache: "no-store", signal: AbortSignal.timeout(10000) })
      .then((answer) => (answer.ok ? again() : askLater()), askLater);
  askLater();
</script>
</body>
</html>`;
