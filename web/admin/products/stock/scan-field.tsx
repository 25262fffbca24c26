import { Camera, CameraOff } from 'lucide-react';
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';

/** What browsers that read barcodes offer; TypeScript does not know it. */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
declare global {
  var BarcodeDetector: (new (options: { formats: string[] }) => Detector) | undefined;
}
const formats = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code'];

/**
 * A field for a barcode or SKU, which also takes what a scanner types: the code and Enter. Where the browser can read
 * barcodes, the camera can be used instead.
 */
export function ScanField({ onCode }: { onCode: (code: string) => void }) {
  const [isOn, setOn] = useState(false);
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // What a scanner types comes here without a click.
  useEffect(() => field.current?.focus(), []);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = field.current?.value.trim();
    if (code) onCode(code);
    field.current?.select();
  }
  const canScan = 'BarcodeDetector' in globalThis && 'mediaDevices' in navigator;
  return (
    <>
      <form onSubmit={submit} className="flex max-w-xl flex-wrap gap-2">
        <input
          ref={field}
          aria-label="Barcode or SKU"
          placeholder="Barcode or SKU"
          maxLength={200}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          className="office-input min-w-0 flex-1"
        />
        <Button type="submit" variant="secondary">
          Find
        </Button>
        {canScan && (
          <Button icon={isOn ? CameraOff : Camera} variant="secondary" onClick={() => setOn(!isOn)}>
            {isOn ? 'Stop the camera' : 'Scan'}
          </Button>
        )}
      </form>
      {failure && (
        <p role="alert" className="mt-2 text-madder">
          {failure}
        </p>
      )}
      {isOn && (
        <CameraView
          onCode={(code) => {
            setOn(false);
            onCode(code);
          }}
          onFailure={(text) => {
            setOn(false);
            setFailure(text);
          }}
        />
      )}
    </>
  );
}

/** How often a picture of the camera is read. */
const everyMs = 200;

/** The picture of the camera, until a barcode is read. */
function CameraView({
  onCode,
  onFailure,
}: {
  onCode: (code: string) => void;
  onFailure: (text: string) => void;
}) {
  const video = useRef<HTMLVideoElement>(null);
  const found = useEffectEvent(onCode);
  const failed = useEffectEvent(onFailure);
  useEffect(() => {
    const { BarcodeDetector } = globalThis;
    if (!BarcodeDetector) return;
    const detector = new BarcodeDetector({ formats });
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    async function look(): Promise<void> {
      const element = video.current;
      const [code] = element && element.readyState >= 2 ? await detector.detect(element) : [];
      if (isOver) return;
      if (code) found(code.rawValue);
      else timer = setTimeout(() => void look().catch(fail), everyMs);
    }
    const fail = (error: unknown) => {
      if (isOver) return;
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      failed(
        isRefused
          ? 'The browser may not use the camera. Allow it for this page, or type the code.'
          : 'The camera can’t be used. Type the code instead.',
      );
    };
    async function begin(): Promise<void> {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
      if (isOver || !video.current) return stop();
      video.current.srcObject = stream;
      await video.current.play();
      await look();
    }
    function stop(): void {
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
    void begin().catch(fail);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  return (
    <figure className="relative mt-3 max-w-xl overflow-hidden rounded-md ring-1 ring-line-strong">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className="block max-h-80 w-full object-cover"
      />
      <figcaption role="status" className="bg-card p-2 text-ink-soft">
        Hold the barcode in front of the camera.
      </figcaption>
    </figure>
  );
}
