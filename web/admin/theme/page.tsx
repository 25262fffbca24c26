import { useQuery } from '@tanstack/react-query';
import { Eye, History, Redo2, Share2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ThemeDesign } from '../../../shared/contract/design.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { confirm } from '../parts/confirm.tsx';
import { formQuery, invalidate, read, useAction } from '../parts/data.ts';
import { LeaveGuard, SaveBar } from '../parts/form/save-bar.tsx';
import { IconButton } from '../parts/icon-button.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { Choices } from './choices.tsx';
import { Colours, DarkScheme } from './colours.tsx';
import { type Draft, openDraft } from './draft.ts';
import { Logo } from './logo.tsx';
import { Looks } from './looks.tsx';
import { Preview } from './preview.tsx';
import { Differences, ShareDialog, VersionsDialog } from './versions.tsx';

/** The look of the storefront, as a draft that is tried in the real shop and then published. */
export default function Look() {
  const design = useQuery({ ...read('GET /design/theme'), ...formQuery });
  return (
    <Loaded query={design} failed="Failed to load data. Please try again.">
      {(start) => <Editor start={start} />}
    </Loaded>
  );
}

function Editor({ start }: { start: ThemeDesign }) {
  const [draft] = useState(() => openDraft(start));
  const { theme, design } = draft.use();
  useUndoKeys(draft);
  const props = { theme, onChange: draft.change };
  return (
    <>
      <Head draft={draft} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]">
        <div className="grid min-w-0 gap-8">
          <Looks {...props} />
          <Colours {...props} />
          <DarkScheme {...props} />
          <Choices {...props} />
          <Logo {...props} />
        </div>
        <Preview theme={theme} saved={design.document} />
      </div>
      <Bar draft={draft} />
      <Conflict draft={draft} />
      <LeaveGuard wouldLose={draft.isDirty} save={draft.save} savesFor={() => true} />
    </>
  );
}

function useUndoKeys({ undo, redo }: Draft) {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isText = event.target instanceof HTMLInputElement && /text|search/.test(event.target.type);
      if (!(event.ctrlKey || event.metaKey) || isText) return;
      const key = event.key.toLowerCase();
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      (key === 'y' || event.shiftKey ? redo : undo)();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo, redo]);
}

function Head({ draft }: { draft: Draft }) {
  const [dialog, setDialog] = useState<'versions' | 'share' | null>(null);
  const discard = () =>
    confirm({
      title: 'Discard the draft?',
      action: 'Discard',
      text: 'The editor returns to what shoppers see now. Undo brings the draft back.',
      failed: 'The draft could not be discarded. Please try again.',
      onConfirm: () => draft.act((version) => call('POST /design/theme/discard', { body: { version } })),
    });
  return (
    <>
      <PageHead title="Look" subtitle="Colours, fonts and shapes of the shop.">
        <Button icon={History} variant="secondary" onClick={() => setDialog('versions')}>
          Versions
        </Button>
        <Button icon={Share2} variant="secondary" onClick={() => setDialog('share')}>
          Share draft
        </Button>
        <Button variant="secondary" disabled={!isChanged(draft)} onClick={discard}>
          Discard
        </Button>
      </PageHead>
      <VersionsDialog draft={draft} open={dialog === 'versions'} onClose={() => setDialog(null)} />
      <ShareDialog open={dialog === 'share'} onClose={() => setDialog(null)} />
    </>
  );
}

/** Whether there is something that shoppers do not see yet. */
function isChanged(draft: Draft): boolean {
  const { hasDraft } = draft.use().design;
  return hasDraft || draft.isDirty();
}

/** Always in reach: the state of the draft, undo and redo, and publishing. */
function Bar({ draft }: { draft: Draft }) {
  const { past, future } = draft.use();
  const publish = useAction(async () => {
    const publishing = (version: number) => call('POST /design/theme/publish', { body: { version } });
    if (!(await draft.act(publishing))) return;
    toast('Published. Shoppers see it from now on.', 'success');
    await invalidate('GET /design/theme/versions');
  }, 'It could not be published. Please try again.');
  return (
    <SaveBar>
      <div className="mr-auto min-w-0 text-ink-soft">
        <Status draft={draft} />
      </div>
      <IconButton
        icon={Eye}
        label="Go to the preview"
        title="Preview"
        onClick={() => document.getElementById('preview')?.scrollIntoView()}
        className="xl:hidden"
      />
      <IconButton icon={Undo2} label="Undo" title="Undo" disabled={past.length === 0} onClick={draft.undo} />
      <IconButton
        icon={Redo2}
        label="Redo"
        title="Redo"
        disabled={future.length === 0}
        onClick={draft.redo}
      />
      <Button busy={publish.busy} disabled={!isChanged(draft)} onClick={() => publish.run()}>
        Publish
      </Button>
    </SaveBar>
  );
}

/** Whether the draft is saved, and whether shoppers see it. */
function Status({ draft }: { draft: Draft }) {
  const { design, isSaving, hasFailed, theirs } = draft.use();
  if (theirs) return <span role="status">Not saved: someone else has changed the look</span>;
  if (hasFailed)
    return (
      <span role="status" className="text-madder">
        Could not be saved{' '}
        <button
          type="button"
          onClick={() => void draft.save()}
          className="min-h-6 font-semibold underline underline-offset-4"
        >
          Try again
        </button>
      </span>
    );
  if (isSaving || draft.isDirty()) return <span role="status">Saving …</span>;
  return (
    <span role="status">
      {design.hasDraft ? 'Saved. Shoppers do not see it yet.' : 'Shoppers see this look.'}
    </span>
  );
}

/** Asks which theme to keep after another admin saved one in the meantime. Both stay within reach. */
function Conflict({ draft }: { draft: Draft }) {
  const { design, theme, theirs } = draft.use();
  return (
    <Dialog open={theirs !== null} onClose={null} title="Someone else changed the look">
      <div className="grid gap-4 p-5 text-sm">
        <p className="wrap-anywhere">
          {theirs?.updatedBy || 'Another admin'} saved changes while you were editing. Nothing is lost: Undo
          brings your own back if you use theirs.
        </p>
        {theirs && (
          <>
            <Differences title="They changed" from={design.document} to={theirs.document} />
            <Differences title="You changed" from={design.document} to={theme} />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => void draft.resolve(false)}>
            Use theirs
          </Button>
          <Button onClick={() => void draft.resolve(true)}>Save mine</Button>
        </div>
      </div>
    </Dialog>
  );
}
