/**
 * What a page may load and run: its own resources, and only scripts with its nonce or loaded by such a script. An
 * external image would reveal the reader to its host, and let a model's text leak the page's data.
 */
export function contentPolicy(nonce: string, isDevelopment: boolean): string {
  return [
    "default-src 'self'",
    // React uses eval to explain errors in development.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Style attributes set widths and positions; they cannot run code.
    `style-src 'self' ${isDevelopment ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // Recordings, which the page loads from this server.
    "media-src 'self' blob:",
    // PDF files in the browser's viewer, from addresses of the page's own.
    "frame-src blob:",
    "worker-src 'self'",
    `connect-src 'self'${isDevelopment ? " ws: wss:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    // Sign-in with a provider is a form that redirects there.
    "form-action 'self' https://github.com https://accounts.google.com",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For a year the browser uses TLS only. Subdomains are not included, because they may not be ours. */
export const STRICT_TRANSPORT = "max-age=31536000";
