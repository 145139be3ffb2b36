/**
 * What a page may load and run: its own, and of scripts only those that carry its nonce or were loaded by one that does. An
 * image from elsewhere would tell its host who reads, and let a model's text carry away what stands beside it.
 */
export function contentPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    // React explains errors by way of eval while one develops.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Widths and positions are attributes of elements; they run nothing.
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // A recording, which its page has loaded from here.
    "media-src 'self' blob:",
    "worker-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws: wss:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    // Signing in with a provider is a form that is led on there.
    "form-action 'self' https://github.com https://accounts.google.com",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For a year the browser asks by TLS only, for this host alone: of its neighbours we know nothing. */
export const STRICT_TRANSPORT = "max-age=31536000";
