import { useEffect, useRef, useState } from 'react';

/** The HTML of a mail, in a frame that runs no scripts of it and loads nothing (server/http/mail-frame.ts). */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // A sandboxed frame has an opaque origin, which can't be named as the target.
    if (ready) frame.current?.contentWindow?.postMessage(html, '*');
  }, [ready, html]);
  return (
    <iframe
      ref={frame}
      title={title}
      src="/mail-frame"
      sandbox="allow-scripts"
      onLoad={() => setReady(true)}
      className="h-[60vh] w-full bg-paper-deep"
    />
  );
}
