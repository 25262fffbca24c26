import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api.ts';
import { invalidate, read } from '../../parts/data.ts';
import { ConflictDialog } from '../../parts/design/conflict-dialog.tsx';
import { ShareDialog } from '../../parts/design/share-dialog.tsx';
import { VersionsDialog } from '../../parts/design/versions-dialog.tsx';
import { differences } from './differences.ts';
import type { PageDraft } from './use-editor.ts';

export type OpenDialog = 'add' | 'versions' | 'share' | null;

type Props = { pageKey: string; draft: PageDraft; onClose: () => void };

/** The dialogs of the editor, but that which adds sections. */
export function EditorDialogs({ dialog, path, ...props }: Props & { dialog: OpenDialog; path: string }) {
  const { conflict } = props.draft.use();
  return (
    <>
      {dialog === 'versions' && <PageVersions {...props} />}
      {dialog === 'share' && <ShareDialog path={path} onClose={props.onClose} />}
      {conflict && (
        <ConflictDialog key={conflict.stored.version} conflict={conflict} onResolve={props.draft.resolve} />
      )}
    </>
  );
}

function PageVersions({ pageKey: key, draft, onClose }: Props) {
  const list = useQuery(read('GET /design/pages/:key/versions', { params: { key } }));
  const { document } = draft.use();
  return (
    <VersionsDialog
      list={list}
      readVersion={(id) => read('GET /design/pages/:key/versions/:id', { params: { key, id } })}
      differences={(version) => differences(document, version)}
      onName={async (id, name) => {
        await call('PATCH /design/pages/:key/versions/:id', { params: { key, id }, body: { name } });
        await invalidate('GET /design/pages/:key/versions');
      }}
      onRestore={async (id) => {
        if (await draft.restore(id)) onClose();
      }}
      onClose={onClose}
    />
  );
}
