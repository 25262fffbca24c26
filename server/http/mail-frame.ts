import { createHash } from 'node:crypto';
import type { Api } from './api.ts';

// Shows the HTML that the back office posts. Nothing in it can run scripts, load resources or navigate.
const script = `addEventListener('message', (event) => {
  if (event.source === parent) document.documentElement.innerHTML = event.data;
});
addEventListener('click', (event) => event.preventDefault());`;

const policy = [
  "default-src 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox allow-scripts',
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Mail</title></head>
<body><script>${script}</script></body>
</html>
`;

/**
 * An empty sandboxed page in which the back office shows a mail. Mails have inline styles, which the policy of the
 * other pages forbids.
 */
export function mailFrame(app: Api): void {
  app.get('/mail-frame', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('x-robots-tag', 'noindex')
      .send(page),
  );
}
