import {
  ChevronLeft,
  History,
  type LucideIcon,
  Monitor,
  Redo2,
  RotateCcw,
  Share2,
  Smartphone,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { confirm } from '../../parts/confirm.tsx';
import { invalidate } from '../../parts/data.ts';
import type { Device } from '../../parts/design/preview.tsx';
import { SaveState } from '../../parts/design/save-state.tsx';
import { IconButton, iconButtonClass } from '../../parts/icon-button.tsx';
import { PageState } from '../list.tsx';
import type { OpenDialog } from './dialogs.tsx';
import type { PageDraft } from './use-editor.ts';

const devices: [Device, string, LucideIcon][] = [
  ['phone', 'As on a phone', Smartphone],
  ['desk', 'As on a wide screen', Monitor],
];

/** The title of the page, whether it is saved, and what can be done with all of it. */
export function TopBar(props: {
  title: string;
  draft: PageDraft;
  device: Device;
  onDevice: (device: Device) => void;
  onDialog: (dialog: OpenDialog) => void;
  onErrors: () => void;
}) {
  const { title, draft, device, onDevice, onDialog, onErrors } = props;
  const { stored, past, future, save } = draft.use();
  const [isBusy, setIsBusy] = useState(false);
  const hasDraft = stored.hasDraft || save !== 'saved';
  async function publish() {
    setIsBusy(true);
    const isPublished = await draft.publish();
    setIsBusy(false);
    void invalidate('GET /design/pages', 'GET /design/pages/:key/versions');
    if (isPublished) toast('Published. Shoppers see it now.', 'success');
    else onErrors();
  }
  const discard = () =>
    confirm({
      title: 'Discard the draft?',
      action: 'Discard',
      text: 'The page is again as it is published. Undo brings the draft back as long as you stay here.',
      onConfirm: async () => void (await draft.discard()),
    });
  return (
    <header className="flex flex-wrap items-center gap-x-2 border-b border-line bg-paper px-2 py-1.5 lg:px-4">
      <Link to="/admin/pages" aria-label="All pages" title="All pages" className={iconButtonClass}>
        <ChevronLeft className="size-5" />
      </Link>
      <div className="min-w-0 flex-1 max-md:basis-40">
        <h1 className="truncate text-lg">{title}</h1>
        <p className="flex items-center gap-2">
          <PageState isPublished={stored.published !== null} hasDraft={hasDraft} />
        </p>
      </div>
      <div className="flex items-center max-md:order-1 max-md:w-full">
        <SaveState draft={draft} />
        <IconButton
          icon={Undo2}
          label="Undo"
          title="Undo (Ctrl+Z)"
          disabled={past.length === 0}
          onClick={draft.undo}
          className="disabled:opacity-30"
        />
        <IconButton
          icon={Redo2}
          label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          disabled={future.length === 0}
          onClick={draft.redo}
          className="disabled:opacity-30"
        />
        <fieldset aria-label="Width of the preview" className="mx-1 flex max-md:hidden">
          {devices.map(([name, label, icon]) => (
            <IconButton
              key={name}
              icon={icon}
              label={label}
              title={label}
              aria-pressed={device === name}
              onClick={() => onDevice(name)}
              className="aria-pressed:bg-press-tint aria-pressed:text-press"
            />
          ))}
        </fieldset>
        <IconButton icon={History} label="Versions" title="Versions" onClick={() => onDialog('versions')} />
        <IconButton
          icon={Share2}
          label="Share the draft"
          title="Share the draft"
          onClick={() => onDialog('share')}
        />
        <IconButton
          icon={RotateCcw}
          label="Discard the draft"
          title="Discard the draft"
          disabled={!hasDraft || stored.published === null}
          onClick={discard}
          className="disabled:opacity-30"
        />
      </div>
      <Button busy={isBusy} disabled={!hasDraft} onClick={() => void publish()} className="shrink-0">
        Publish
      </Button>
    </header>
  );
}
