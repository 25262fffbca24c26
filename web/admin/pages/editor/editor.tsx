import { useQuery } from '@tanstack/react-query';
import { Pencil, View } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { type Device, Preview } from '../../parts/design/preview.tsx';
import { draftLinkQuery } from '../../parts/design/share-dialog.tsx';
import { LeaveGuard } from '../../parts/form/save-bar.tsx';
import { Loaded, LoadingArea } from '../../parts/page/loaded.tsx';
import { Chooser } from './chooser.tsx';
import { EditorDialogs, type OpenDialog } from './dialogs.tsx';
import { Notices } from './notices.tsx';
import { PageSettings, SectionForm } from './section-form.tsx';
import { SectionList } from './section-list.tsx';
import { TopBar } from './top-bar.tsx';
import { type EditorState, type PageDraft, useEditor } from './use-editor.ts';

type ViewName = 'edit' | 'preview';

/** The page editor: one screen with the sections, the form of the chosen one, and the page. */
export function Editor({ pageKey, draft }: { pageKey: string; draft: PageDraft }) {
  const editor = useEditor(draft);
  const state = draft.use();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [device, setDevice] = useState<Device>(() => (window.innerWidth < 1024 ? 'phone' : 'desk'));
  /** Which part of the screen a phone shows. */
  const [view, setView] = useState<ViewName>('edit');
  const [shown, setShown] = useState<string[] | null>(null);
  const path = pageKey === 'home' ? '/' : `/pages/${pageKey}`;
  const title = pageKey === 'home' ? 'Home page' : state.document.title || 'Page without a title';
  useEffect(() => {
    document.title = `${title} · Back office`;
  }, [title]);
  const onKeyDown = useUndoKeys(draft);
  const { errors } = state;
  return (
    <div className="-mx-4 -mt-5 -mb-28 flex h-[calc(100dvh-3.5rem-env(safe-area-inset-bottom))] flex-col sm:-mx-6 lg:-mx-8 lg:-mb-12 lg:h-dvh">
      <TopBar
        title={title}
        draft={draft}
        device={device}
        onDevice={setDevice}
        onDialog={setDialog}
        onErrors={() => setView('edit')}
      />
      <Notices draft={draft} editor={editor} onShow={() => setView('edit')} />
      <div className="grid min-h-0 flex-1 grid-rows-1 md:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[23rem_minmax(0,1fr)]">
        <div
          className={`relative min-h-0 overflow-y-auto overscroll-contain border-line md:border-r ${view === 'edit' ? '' : 'max-md:hidden'}`}
        >
          {editor.open.part === 'page' ? (
            <PageSettings editor={editor} errors={errors} isHome={pageKey === 'home'} />
          ) : editor.chosen ? (
            <SectionForm editor={editor} errors={errors} section={editor.chosen} />
          ) : (
            <SectionList editor={editor} errors={errors} shown={shown} onAdd={() => setDialog('add')} />
          )}
        </div>
        <div className={`min-h-0 min-w-0 ${view === 'preview' ? '' : 'max-md:hidden'}`}>
          <PagePreview
            title={title}
            path={path}
            revision={state.stored.version}
            device={device}
            editor={editor}
            onKeyDown={onKeyDown}
            onShown={setShown}
            onChoose={(id) => {
              editor.choose(id);
              setView('edit');
            }}
          />
        </div>
      </div>
      <ViewSwitch view={view} onView={setView} />
      {dialog === 'add' && (
        <Chooser
          onClose={() => setDialog(null)}
          onChoose={(kind) => {
            editor.add(kind, editor.chosen?._id ?? null);
            setDialog(null);
          }}
        />
      )}
      <EditorDialogs
        dialog={dialog}
        pageKey={pageKey}
        path={path}
        draft={draft}
        onClose={() => setDialog(null)}
      />
      <LeaveGuard
        wouldLose={draft.wouldLose}
        save={draft.flush}
        savesFor={() => ['unsaved', 'saving', 'saved'].includes(draft.get().save)}
      />
    </div>
  );
}

/** Ctrl+Z and Ctrl+Shift+Z undo and redo, except in a field with a history of its own that was just typed in. */
function useUndoKeys(draft: PageDraft) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) draft.redo();
    else draft.undo();
  };
  const listener = useEffectEvent(onKeyDown);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => listener(event);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return onKeyDown;
}

function PagePreview(props: {
  title: string;
  path: string;
  revision: number;
  device: Device;
  editor: EditorState;
  onKeyDown: (event: KeyboardEvent) => void;
  onShown: (sections: string[]) => void;
  onChoose: (id: string) => void;
}) {
  const { title, path, editor, ...rest } = props;
  const link = useQuery(draftLinkQuery);
  return (
    <Loaded
      query={link}
      failed="The page could not be loaded. Please try again."
      loading={<LoadingArea label="Loading the page…" />}
    >
      {({ token }) => (
        <Preview
          {...rest}
          title={`${title} as shoppers will see it`}
          address={`${path}?draft=${token}`}
          chosen={editor.chosen?._id ?? null}
        />
      )}
    </Loaded>
  );
}

/** On a phone: the sections and their forms, or the page. */
function ViewSwitch({ view, onView }: { view: ViewName; onView: (view: ViewName) => void }) {
  const button = (name: ViewName, label: string, Icon: typeof Pencil) => (
    <button
      type="button"
      aria-pressed={view === name}
      onClick={() => onView(name)}
      className="flex min-h-11 flex-1 items-center justify-center gap-2 text-ink-soft aria-pressed:bg-press-tint aria-pressed:font-semibold aria-pressed:text-press"
    >
      <Icon className="size-4" />
      {label}
    </button>
  );
  return (
    <fieldset aria-label="View" className="flex border-t border-line md:hidden">
      {button('edit', 'Edit', Pencil)}
      {button('preview', 'Preview', View)}
    </fieldset>
  );
}
