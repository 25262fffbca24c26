import { useEffect, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';

/**
 * The frame of another site, which is loaded when a button is pressed and not before. `page`: where the same is shown on
 * that site.
 */
export function Embed({
  src,
  page,
  title,
  action,
  note,
}: {
  src: string;
  page: string;
  title: string;
  action: string;
  note: string;
}) {
  const [isShown, setIsShown] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (isShown) frame.current?.focus();
  }, [isShown]);
  if (isShown)
    return (
      <iframe
        ref={frame}
        src={src}
        title={title}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        // YouTube plays nothing without the address of the shop.
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
        className="absolute inset-0 size-full"
      />
    );
  return (
    <div className="absolute inset-0 grid content-center justify-items-center gap-3 p-4 text-center">
      <Button size="lg" onClick={() => setIsShown(true)}>
        {action}
      </Button>
      <p className="rounded-md bg-card px-3 py-1.5 text-xs text-ink">
        {note}{' '}
        <a href={page} target="_blank" rel="noopener noreferrer" className="text-press underline">
          Open in a new tab
        </a>
      </p>
    </div>
  );
}
