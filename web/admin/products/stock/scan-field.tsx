import { Camera, CameraOff } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CameraView } from './camera-view.tsx';

type Props = {
  onCode: (code: string) => void;
  /** Whether the camera stays on after a code, for the next one. */
  isSeries?: boolean;
};

/** A field for a barcode or SKU, which also takes what a scanner types: the code and Enter; or the camera reads it. */
export function ScanField({ onCode, isSeries = false }: Props) {
  const [isOn, setOn] = useState(false);
  const [failure, setFailure] = useState('');
  const field = useRef<HTMLInputElement>(null);
  // What a scanner types comes here without a click, also after a press on something that is no field.
  useEffect(() => {
    field.current?.focus();
    function onKeyDown({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
      const isText = key.length === 1 && key !== '/' && !ctrlKey && !metaKey && !altKey;
      if (isText && document.activeElement === document.body) field.current?.select();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const code = field.current?.value.trim();
    if (code) onCode(code);
    field.current?.select();
  }
  function toggle(): void {
    setFailure('');
    setOn(!isOn);
  }
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
        <Button icon={isOn ? CameraOff : Camera} variant="secondary" onClick={toggle}>
          {isOn ? 'Stop the camera' : 'Scan'}
        </Button>
      </form>
      {failure && (
        <p role="alert" className="mt-2 text-madder">
          {failure}
        </p>
      )}
      {isOn && (
        <CameraView
          onCode={(code) => {
            setOn(isSeries);
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
