import { X } from 'lucide-react';
import { whoAndWhen } from '../../parts/design/conflict-dialog.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { ErrorBanner } from '../../parts/page/error-banner.tsx';
import { nameOf } from './edited-page.ts';
import type { EditorState, PageDraft } from './use-editor.ts';

/** What another admin changed meanwhile, and what has to be corrected. */
export function Notices(props: { draft: PageDraft; editor: EditorState; onShow: () => void }) {
  const { draft, editor, onShow } = props;
  const { merged, failure, errors } = draft.use();
  const problems = Object.entries(errors);
  return (
    <div className="max-h-[40%] shrink-0 overflow-y-auto px-3 pt-2 empty:hidden lg:px-4 [&:not(:has(*))]:hidden">
      {merged && (
        <div
          role="status"
          className="mb-2 flex items-start justify-between gap-2 rounded-md bg-press-tint py-1 pr-1 pl-4"
        >
          <div className="min-w-0 py-2 wrap-anywhere">
            <p className="font-medium">{whoAndWhen(merged)} They are merged with yours.</p>
            {merged.changes.map((text) => (
              <p key={text} className="text-ink-soft">
                {text}
              </p>
            ))}
          </div>
          <IconButton icon={X} label="Dismiss" onClick={draft.dismiss} />
        </div>
      )}
      {problems.length === 0 && <ErrorBanner message={failure} onDismiss={draft.dismiss} />}
      {problems.length > 0 && (
        <div role="alert" className="mb-2 rounded-md bg-madder-tint px-4 py-2 text-madder">
          <p className="font-medium">Correct this:</p>
          <ul>
            {problems.map(([path, message]) => (
              <li key={path}>
                <button
                  type="button"
                  onClick={() => {
                    showField(editor, path);
                    onShow();
                  }}
                  className="min-h-8 text-left underline underline-offset-4 wrap-anywhere"
                >
                  {placeName(editor, path)}
                  {message}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const sectionAt = ({ sections }: EditorState, path: string) =>
  sections[Number(/^document\.sections\.(\d+)/.exec(path)?.[1] ?? -1)];

function placeName(editor: EditorState, path: string): string {
  const section = sectionAt(editor, path);
  return section ? `${nameOf(section)}: ` : '';
}

/** Opens the form that has a field, and focuses the field. */
function showField(editor: EditorState, path: string) {
  const section = sectionAt(editor, path);
  if (section) editor.choose(section._id);
  else if (/^document\.(title|address|description)/.test(path)) editor.setOpen({ part: 'page' });
  requestAnimationFrame(() =>
    window.document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus(),
  );
}
