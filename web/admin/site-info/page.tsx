import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { moneySettings, type SiteInfoAdmin, siteInfoChange } from '../../../shared/contract/site-info.ts';
import { ApiError, call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { formQuery, read, useMay } from '../parts/data.ts';
import { ConflictDialog } from '../parts/form/conflict.tsx';
import { TextFields } from '../parts/form/fields.tsx';
import { LeaveGuard, SaveBar } from '../parts/form/save-bar.tsx';
import { errorsIn, useForm } from '../parts/form/use-form.ts';
import { ErrorText } from '../parts/page/error-banner.tsx';
import { Loaded } from '../parts/page/loaded.tsx';
import { NewTab, SettingsHead } from '../parts/page/page-head.tsx';
import type { SectionParts, SiteForm } from './draft.ts';
import { changesOf, type Draft, draftOf, tidy } from './draft.ts';
import { sections } from './sections.tsx';

/** The site information and settings (spec §2 Site info admin). */
export default function SiteInfoPage() {
  const siteInfo = useQuery({ ...read('GET /site-info/admin'), ...formQuery });
  return (
    <>
      <SettingsHead title="Site info">
        <NewTab
          href="/about"
          className="inline-flex min-h-11 items-center gap-1.5 px-2 text-press underline-offset-4 hover:underline"
        >
          View in store
          <ExternalLink className="size-4" />
        </NewTab>
      </SettingsHead>
      <Loaded query={siteInfo} failed="Failed to load data. Please try again.">
        {(data) => <SiteInfoForm key={data._id} first={data} />}
      </Loaded>
    </>
  );
}

/** The whole form. Only changes are saved, so that two admins can work on different parts. */
function SiteInfoForm({ first }: { first: SiteInfoAdmin }) {
  /** The site info as last loaded; changes are the differences from it. */
  const [loaded, setLoaded] = useState(first);
  /** The version that a save replaces: another admin's, if this one has chosen to overwrite it. */
  const version = useRef(first.version);
  const [uploads, setUploads] = useState(0);
  const [isSaved, setSaved] = useState(false);
  /** The version that another admin saved in the meantime. */
  const [conflicting, setConflicting] = useState<SiteInfoAdmin | null>(null);
  const form = useForm<Draft>({
    start: draftOf(first),
    check: (input) => errorsIn(siteInfoChange, changesOf(tidy(input), loaded)),
    send: save,
    failed: 'Update failed. Check console for errors.',
  });
  const mayChangeMoney = useMay()('settings.money');
  const isLocked = (path: string) => !mayChangeMoney && moneySettings.some((name) => name === path);
  const field: SiteForm['field'] = (path) => ({
    ...form.field(path),
    ...(isLocked(path) && { disabled: true }),
  });
  const flag: SiteForm['flag'] = (name) => ({
    ...form.flag(name),
    ...(isLocked(name) && { disabled: true }),
  });
  const onBusy = (busy: boolean) => setUploads((before) => before + (busy ? 1 : -1));

  useEffect(() => {
    // The browser looked for the section before it was rendered.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);

  function continueFrom(info: SiteInfoAdmin, sent: Draft) {
    setLoaded(info);
    version.current = info.version;
    form.continueWith(draftOf(info), sent);
    setConflicting(null);
  }

  async function save(input: Draft) {
    const sent = tidy(input);
    form.change(sent);
    setSaved(false);
    setConflicting(null);
    try {
      const body = { ...siteInfoChange.parse(changesOf(sent, loaded)), version: version.current };
      continueFrom(await call('PUT /site-info/admin', { body }), sent);
      setSaved(true);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'unknown';
      if (code === 'site_info_changed') return setConflicting(await call('GET /site-info/admin'));
      if (!(error instanceof ApiError) || error.status >= 500) console.error(error);
      throw error;
    }
  }

  function overwrite() {
    version.current = conflicting?.version ?? version.current;
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
        {sections.map((section) => (
          <Section key={section.id} section={section} form={{ ...form, onBusy, field, flag }} />
        ))}
      </div>
      <SaveBar>
        <ErrorText className="mr-2">{form.failure}</ErrorText>
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
        open={conflicting !== null}
        noun="site info"
        busy={form.busy}
        onClose={() => setConflicting(null)}
        onLoad={() => conflicting && continueFrom(conflicting, form.values)}
        onOverwrite={overwrite}
      >
        <div className="grid gap-2">
          <p>Another admin changed the site info while you were editing it.</p>
          <p>Overwrite: the fields that you changed get your values; all others stay as saved.</p>
          <p>Load saved version: your changes on this page are discarded.</p>
        </div>
      </ConflictDialog>
    </form>
  );
}

function Section({ section, form }: { section: SectionParts; form: SiteForm }) {
  const { id, title, hint, className = '', before, fields, after } = section;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-4 rounded-md bg-card p-4 ring-1 ring-line sm:p-5"
    >
      <h2 id={`${id}-title`} className="text-lg">
        {title}
      </h2>
      {hint && <p className="mt-1 max-w-prose text-ink-soft">{hint}</p>}
      <div className={`mt-4 ${className}`}>
        {before?.(form)}
        {fields && <TextFields form={form} fields={fields} />}
        {after?.(form)}
      </div>
    </section>
  );
}
