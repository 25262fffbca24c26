import { useEffect, useEffectEvent, useRef, useState } from 'react';

type Props = { onCode: (code: string) => void; onFailure: (text: string) => void };

/** How often a picture of the camera is read. */
const everyMs = 150;
/** How many pictures without a code end a code, so that the same code can be read again. */
const gap = 5;

/** The picture of the camera. Each barcode in front of it is reported once. */
export function CameraView({ onCode, onFailure }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setReady] = useState(false);
  const found = useEffectEvent(onCode);
  const failed = useEffectEvent((error: unknown) => onFailure(reasonOf(error)));
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const fail = (error: unknown) => {
      if (!signal.aborted) failed(error);
    };
    async function begin(): Promise<void> {
      const stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
      });
      const stop = () => {
        for (const track of stream.getTracks()) track.stop();
      };
      signal.addEventListener('abort', stop);
      if (signal.aborted || !video.current) return stop();
      video.current.srcObject = stream;
      const [{ readBarcode }] = await Promise.all([import('./read-barcode.ts'), video.current.play()]);
      setReady(true);
      watch(video.current, readBarcode);
    }
    function watch(source: HTMLVideoElement, readBarcode: (video: HTMLVideoElement) => Promise<string>) {
      let [last, reported, empty] = ['', '', 0];
      const look = async () => {
        const code = await readBarcode(source);
        if (signal.aborted) return;
        empty = code ? 0 : empty + 1;
        if (empty === gap) reported = '';
        // A code without a check digit can be read wrongly, but hardly twice in the same way.
        if (code && code === last && code !== reported) {
          reported = code;
          found(code);
        }
        last = code;
        timer = setTimeout(() => void look().catch(fail), everyMs);
      };
      let timer = setTimeout(() => void look().catch(fail));
      signal.addEventListener('abort', () => clearTimeout(timer));
    }
    void begin().catch(fail);
    return () => abort.abort();
  }, []);
  return (
    <figure className="relative mt-3 max-w-xl overflow-hidden rounded-md ring-1 ring-line-strong">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className="block h-64 w-full bg-paper-deep object-cover"
      />
      <figcaption role="status" className="bg-card p-2 text-ink-soft">
        {isReady ? 'Hold the barcode in front of the camera.' : 'Starting the camera…'}
      </figcaption>
    </figure>
  );
}

function reasonOf(error: unknown): string {
  if (!window.isSecureContext)
    return 'The browser allows the camera only at an address with https://. Type the code instead.';
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return 'The browser may not use the camera. Allow it for this page, or type the code.';
  return name === 'NotFoundError'
    ? 'This device has no camera. Type the code instead.'
    : 'The camera can’t be used. Type the code instead.';
}
