import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import type { SiteInfoAdmin } from '../../../shared/contract/site-info.ts';
import { ApiError, api } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LeaveDialog } from '../parts/leave-dialog.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { useDraft } from '../parts/use-draft.ts';
import { sessionEnded } from '../session.ts';
import { changesOf, draftOf, tidy } from './draft.ts';
import { Grievance, HomePage, Hours, Ordering, Tax } from './more-sections.tsx';
import { Basics, type Fields, Section, Social, Story, Team, Values } from './sections.tsx';
import { TestMail } from './test-mail.tsx';

const sections: { id: string; title: string; hint?: string; Body: (fields: Fields) => ReactNode }[] = [
  { id: 'basics', title: 'Basic Information', Body: Basics },
  { id: 'social', title: 'Social links', Body: Social },
  { id: 'story', title: 'Our Story', Body: Story },
  { id: 'values', title: 'Our Values', Body: Values },
  { id: 'team', title: 'Team Members', Body: Team },
  { id: 'hours', title: 'Business hours', Body: Hours },
  {
    id: 'home',
    title: 'Home page',
    hint: 'Without pictures of your own the page opens with those of featured products. Say only what is true: a claim that is left empty is not shown.',
    Body: HomePage,
  },
  { id: 'tax', title: 'Invoice and tax', Body: Tax },
  {
    id: 'grievance',
    title: 'Grievance officer',
    hint: 'Indian rules for online shops ask for a person to whom complaints go. The contact page names them.',
    Body: Grievance,
  },
  { id: 'ordering', title: 'Ordering', Body: Ordering },
  {
    id: 'mail',
    title: 'Test mail',
    hint: 'It goes to your own address, by the same way as all mails of the shop.',
    Body: TestMail,
  },
];

/** The whole form; only what was changed is saved, so that two admins can work on different parts. */
export function SiteInfoForm({ first }: { first: SiteInfoAdmin }) {
  const [loaded, setLoaded] = useState(first);
  const { draft, errors, form, blocker, dirty, refuse, begin, change } = useDraft(draftOf(first));
  const [saving, setSaving] = useState(false);
  const [uploads, setUploads] = useState(0);
  /** What became of the last try to save; gone with the next change. */
  const [outcome, setOutcome] = useState<{ good: boolean; text: string } | null>(null);
  /** What another admin saved meanwhile. */
  const [theirs, setTheirs] = useState<SiteInfoAdmin | null>(null);

  useEffect(() => {
    // The browser looked for the section before it was there.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);

  const fields: Fields = {
    draft,
    errors,
    set(name, value, part) {
      setOutcome(null);
      change(
        (now) => ({ [name]: typeof value === 'function' ? value(now[name]) : value }),
        [part ? `${name}.${part}` : name],
      );
    },
    onBusy: (busy) => setUploads((now) => now + (busy ? 1 : -1)),
  };

  function goOnFrom(info: SiteInfoAdmin, sent = draft) {
    setLoaded(info);
    begin(draftOf(info, sent), sent);
    setTheirs(null);
  }

  async function save(over: SiteInfoAdmin) {
    const written = tidy(draft);
    change(() => written, []);
    setSaving(true);
    try {
      const body = { ...changesOf(written, loaded), version: over.version };
      goOnFrom(await api.put<SiteInfoAdmin>('/site-info/admin', body), written);
      setOutcome({ good: true, text: 'Site info updated successfully!' });
    } catch (error) {
      setTheirs(null);
      if (error instanceof ApiError && error.code === 'site_info_changed') {
        setTheirs((error.body as { current: SiteInfoAdmin }).current);
      } else if (!sessionEnded(error)) {
        const told = error instanceof ApiError && error.status === 400 ? error : undefined;
        if (told) refuse(told.errors);
        else console.error(error);
        setOutcome({ good: false, text: told?.message ?? 'Update failed. Check console for errors.' });
      }
    }
    setSaving(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!saving && uploads === 0) void save(loaded);
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      className="max-w-5xl xl:grid xl:grid-cols-[minmax(0,1fr)_11rem] xl:gap-8"
    >
      <nav
        aria-label="Sections"
        className="max-xl:-mx-4 max-xl:mb-4 max-xl:overflow-x-auto max-xl:px-4 xl:sticky xl:top-6 xl:col-start-2 xl:row-start-1 xl:self-start"
      >
        <ul className="flex gap-1 max-xl:min-w-max xl:grid xl:gap-0 xl:border-l xl:border-line">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center px-3 text-ink-soft underline-offset-4 hover:text-ink hover:underline max-xl:rounded-full max-xl:ring-1 max-xl:ring-line max-xl:ring-inset xl:min-h-8"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid min-w-0 gap-5 xl:col-start-1 xl:row-start-1">
        {sections.map(({ id, title, hint, Body }) => (
          <Section key={id} id={id} title={title} hint={hint}>
            <Body {...fields} />
          </Section>
        ))}
      </div>
      <SaveBar>
        {outcome && !outcome.good && (
          <p role="alert" className="mr-2 font-medium text-madder">
            {outcome.text}
          </p>
        )}
        <p role="status" className="mr-2 text-ink-soft">
          {outcome?.good ? (
            <span className="font-medium text-leaf">{outcome.text}</span>
          ) : (
            dirty && 'Not saved yet'
          )}
        </p>
        <Button type="submit" busy={saving || uploads > 0}>
          {uploads > 0 ? 'Uploading…' : saving ? 'Saving...' : 'Save Changes'}
        </Button>
      </SaveBar>
      <LeaveDialog blocker={blocker} />
      <Dialog open={theirs !== null} onClose={() => setTheirs(null)} title="Someone else saved meanwhile">
        <div className="grid gap-6 p-5 text-sm">
          <div className="grid gap-2">
            <p>Another admin changed the site info while you were writing.</p>
            <p>Save mine: the fields that you changed become yours, all others stay as they are now.</p>
            <p>Load theirs: what you wrote here is dropped.</p>
          </div>
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" onClick={() => theirs && goOnFrom(theirs)}>
              Load theirs
            </Button>
            <Button busy={saving} onClick={() => theirs && save(theirs)}>
              Save mine
            </Button>
          </div>
        </div>
      </Dialog>
    </form>
  );
}
