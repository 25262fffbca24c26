import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type PageDesign, type PageDocument, pageDocument } from '../../../../shared/contract/design.ts';
import { call } from '../../../api.ts';
import { formQuery, read } from '../../parts/data.ts';
import { Draft } from '../../parts/design/draft.ts';
import { Loaded, LoadingArea, Missing } from '../../parts/page/loaded.tsx';
import { differences } from './differences.ts';
import type { EditedPage } from './edited-page.ts';
import { Editor } from './editor.tsx';
import { mergePages } from './merge.ts';

/** The editor of a page: its sections, the form of each, and the page itself as shoppers will see it. */
export default function PageEditorPage() {
  const { key = '' } = useParams();
  const query = useQuery({ ...read('GET /design/pages/:key', { params: { key } }), ...formQuery });
  return (
    <Loaded
      query={query}
      failed="Failed to load the page. Please try again."
      loading={<LoadingArea label="Loading the page…" />}
      missing={
        <Missing
          title="This page does not exist"
          text="It may have been deleted."
          to="/admin/pages"
          all="All pages"
        />
      }
    >
      {(design) => <PageEditor key={key} pageKey={key} design={design} />}
    </Loaded>
  );
}

function PageEditor({ pageKey, design }: { pageKey: string; design: PageDesign }) {
  const [draft] = useState(() => pageDraft(pageKey, design));
  return <Editor pageKey={pageKey} draft={draft} />;
}

function pageDraft(key: string, start: PageDesign) {
  const params = { key };
  return new Draft<EditedPage, PageDocument>({
    start,
    schema: pageDocument,
    save: (version, document) => call('PUT /design/pages/:key', { params, body: { version, document } }),
    publish: (version) => call('POST /design/pages/:key/publish', { params, body: { version } }),
    discard: (version) => call('POST /design/pages/:key/discard', { params, body: { version } }),
    restore: (id, version) =>
      call('POST /design/pages/:key/versions/:id/restore', { params: { key, id }, body: { version } }),
    merge: mergePages,
    differences,
  });
}
