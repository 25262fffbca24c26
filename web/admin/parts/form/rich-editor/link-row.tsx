import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isSafeLink, linkOf } from '../../../../../shared/link.ts';
import { Button } from '../../../../ui/button.tsx';
import { $setLink } from './tools.ts';

/** The address of a link, below the toolbar. Enter sets it, Escape cancels. */
export function LinkRow({ address, onClose }: { address: string; onClose: () => void }) {
  const [editor] = useLexicalComposerContext();
  const [typed, setTyped] = useState(address);
  const [invalid, setInvalid] = useState(false);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  function close() {
    onClose();
    editor.focus();
  }
  function set(url: string) {
    editor.update(() => $setLink(url));
    close();
  }
  function apply() {
    const url = linkOf(typed);
    if (isSafeLink(url)) set(url);
    else setInvalid(true);
  }
  // Not a form element, because the editor may be inside a form.
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') apply();
    else close();
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-paper-deep p-2">
      <label htmlFor={id} className="font-medium">
        Link address
      </label>
      <input
        id={id}
        ref={field}
        type="text"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
        placeholder="https://"
        value={typed}
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? `${id}-error` : undefined}
        onChange={(event) => {
          setTyped(event.target.value);
          setInvalid(false);
        }}
        onKeyDown={onKeyDown}
        className="office-input min-w-0 flex-1 basis-48"
      />
      <Button variant="secondary" onClick={apply}>
        Set link
      </Button>
      {address && (
        <Button variant="ghost" onClick={() => set('')}>
          Remove link
        </Button>
      )}
      <Button variant="ghost" onClick={close}>
        Cancel
      </Button>
      {invalid && (
        <p id={`${id}-error`} role="alert" className="basis-full text-sm font-medium text-madder">
          Enter an address that starts with https://, an email address or a phone number.
        </p>
      )}
    </div>
  );
}
