import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type SiteInfoAdmin, siteInfoChange } from '../../../shared/contract/site-info.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictDialog } from '../parts/conflict.tsx';
import { LeaveGuard } from '../parts/leave-guard.tsx';
import { SaveBar } from '../parts/save-bar.tsx';
import { errorsIn, useForm } from '../parts/use-form.ts';
import { changesOf, type Draft, draftOf, tidy } from './draft.ts';
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
    hint: 'Without pictures here, the page starts with those of featured products. Claims must be true; an empty one is not shown.',
    Body: HomePage,
  },
  { id: 'tax', title: 'Invoice and tax', Body: Tax },
  {
    id: 'grievance',
    title: 'Grievance officer',
    hint: 'Indian rules for online shops require a person who handles complaints. The contact page shows the name.',
    Body: Grievance,
  },
  { id: 'ordering', title: 'Ordering', Body: Ordering },
  {
    id: 'mail',
    title: 'Test mail',
    hint: 'Sent to your own address, in the same way as all mails of the shop.',
    Body: TestMail,
  },
];

/** The whole form. Only changes are saved, so that two admins can work on different parts. */
export function SiteInfoForm({ first }: { first: SiteInfoAdmin }) {
  /** The site info as last loaded; changes are the differences from it. */
  const [loaded, setLoaded] = useState(first);
  /** The version that a save replaces: another admin's, if this one has chosen to overwrite it. */
  const version = useRef(first.version);
  const [uploads, setUploads] = useState(0);
  const [isSaved, setSaved] = useState(false);
  /** The version that another admin saved in the meantime. */
  const [theirs, setTheirs] = useState<SiteInfoAdmin | null>(null);
  const form = useForm<Draft>({
    start: draftOf(first),
    check: (input) => errorsIn(siteInfoChange, changesOf(tidy(input), loaded)),
    send: save,
    failed: 'Update failed. Check console for errors.',
  });
  const fields: Fields = { ...form, onBusy: (busy) => setUploads((now) => now + (busy ? 1 : -1)) };

  useEffect(() => {
    // The browser looked for the section before it was rendered.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);

  function continueFrom(info: SiteInfoAdmin, sent: Draft) {
    setLoaded(info);
    version.current = info.version;
    form.continueWith(draftOf(info, sent), sent);
    setTheirs(null);
  }

  async function save(input: Draft) {
    const sent = tidy(input);
    form.change(sent);
    setSaved(false);
    setTheirs(null);
    try {
      const body = { ...siteInfoChange.parse(changesOf(sent, loaded)), version: version.current };
      continueFrom(await call('PUT /site-info/admin', { body }), sent);
      setSaved(true);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'unknown';
      if (code === 'site_info_changed') return setTheirs(await call('GET /site-info/admin'));
      if (!(error instanceof ApiError) || error.status >= 500) console.error(error);
      throw error;
    }
  }

  function overwrite() {
    version.current = theirs?.version ?? version.current;
    void form.submit();
  }

  return (
    <form {...form.props} className="max-w-5xl xl:grid xl:grid-cols-[minmax(0,1fr)_11rem] xl:gap-8">
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
        {form.failure && (
          <p role="alert" className="mr-2 font-medium text-madder">
            {form.failure}
          </p>
        )}
        <p role="status" className="mr-2 text-ink-soft">
          {form.dirty
            ? 'Not saved yet'
            : isSaved && <span className="font-medium text-leaf">Site info updated successfully!</span>}
        </p>
        <Button type="submit" busy={form.busy || uploads > 0}>
          {uploads > 0 ? 'Uploading…' : form.busy ? 'Saving...' : 'Save Changes'}
        </Button>
      </SaveBar>
      <LeaveGuard wouldLose={form.wouldLose} />
      <ConflictDialog
        open={theirs !== null}
        noun="site info"
        busy={form.busy}
        onClose={() => setTheirs(null)}
        onLoad={() => theirs && continueFrom(theirs, form.values)}
        onOverwrite={overwrite}
      >
        <div className="grid gap-2">
          <p>Another admin changed the site info while you were editing it.</p>
          <p>Overwrite with mine: fields that you changed get your values, all others keep the new ones.</p>
          <p>Load theirs: your changes on this page are discarded.</p>
        </div>
      </ConflictDialog>
    </form>
  );
}
