import { useEffect, useRef, useState } from 'react';

/** A letter as its reader sees it, in a frame that runs, loads and opens nothing (server/http/mail-frame.ts). */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // The frame's origin is its own and has no name; what it gets is no secret of anyone else.
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
