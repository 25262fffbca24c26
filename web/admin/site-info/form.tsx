import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
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
import { SettingsHead } from '../parts/page/page-head.tsx';
import { PolicyNotice } from '../policies/policy-notice.tsx';
import { changesOf, type Draft, draftOf, type SectionParts, type SiteForm, tidy } from './draft.ts';

type Words = { save: string; saving: string; saved: string; failed: string };

const usualWords: Words = {
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Could not save. Please try again.',
};

type Props = { sections: SectionParts[]; words?: Words };

/** A page of the shop's settings: some sections of them in one form, which saves what was changed in these. */
export function SettingsFormPage(props: Props & { title: string; action?: ReactNode }) {
  const { title, action, ...form } = props;
  const settings = useQuery({ ...read('GET /site-info/admin'), ...formQuery });
  return (
    <>
      <SettingsHead title={title}>{action}</SettingsHead>
      <Loaded query={settings} failed="Failed to load data. Please try again.">
        {(data) => <SettingsForm key={data._id} first={data} {...form} />}
      </Loaded>
    </>
  );
}

function SettingsForm({ first, sections, words = usualWords }: Props & { first: SiteInfoAdmin }) {
  const { form, saved, conflict } = useSettings(first, words);
  const [uploads, setUploads] = useState(0);
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

  return (
    <form {...form.props} className="max-w-4xl">
      <div className="grid min-w-0 gap-5">
        {sections.map((section) => (
          <Section key={section.id} section={section} form={{ ...form, onBusy, field, flag }} />
        ))}
        {saved && !form.dirty && <PolicyNotice />}
      </div>
      <SaveBar>
        <ErrorText className="mr-2">{form.failure}</ErrorText>
        <p role="status" className="mr-2 text-ink-soft">
          {form.dirty
            ? 'Not saved yet'
            : saved && <span className="font-medium text-leaf">{words.saved}</span>}
        </p>
        <Button type="submit" busy={form.busy || uploads > 0}>
          {uploads > 0 ? 'Uploading…' : form.busy ? words.saving : words.save}
        </Button>
      </SaveBar>
      <LeaveGuard wouldLose={form.wouldLose} />
      <ConflictDialog noun="page" busy={form.busy} {...conflict}>
        <div className="grid gap-2">
          <p>Another admin changed the same settings while you were editing them.</p>
          <p>Overwrite: the fields that you changed get your values; all others stay as saved.</p>
          <p>Load saved version: your changes on this page are discarded.</p>
        </div>
      </ConflictDialog>
    </form>
  );
}

/**
 * The form of the shop's settings. Only changes are saved, so that two admins can work on different parts; if both have
 * changed the same one, `conflict` asks which version to keep.
 */
function useSettings(first: SiteInfoAdmin, { failed }: Words) {
  /** The settings as last loaded; changes are the differences from them. */
  const [loaded, setLoaded] = useState(first);
  /** The version that a save replaces: another admin's, if this one has chosen to overwrite it. */
  const version = useRef(first.version);
  const [saved, setSaved] = useState(false);
  /** The version that another admin saved in the meantime. */
  const [conflicting, setConflicting] = useState<SiteInfoAdmin | null>(null);
  const form = useForm<Draft>({
    start: draftOf(first),
    check: (input) => errorsIn(siteInfoChange, changesOf(tidy(input), loaded)),
    send: save,
    failed,
  });

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
      const changes = siteInfoChange.parse(changesOf(sent, loaded));
      const put = () => call('PUT /site-info/admin', { body: { ...changes, version: version.current } });
      const info = await put().catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'site_info_changed') throw error;
        const current = await call('GET /site-info/admin');
        const others = changesOf(draftOf(current), loaded);
        if (Object.keys(changes).some((name) => name in others)) return setConflicting(current);
        version.current = current.version;
        return put();
      });
      if (!info) return;
      continueFrom(info, sent);
      setSaved(true);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) console.error(error);
      throw error;
    }
  }

  const conflict = {
    open: conflicting !== null,
    onClose: () => setConflicting(null),
    onLoad: () => conflicting && continueFrom(conflicting, form.values),
    onOverwrite() {
      version.current = conflicting?.version ?? version.current;
      void form.submit();
    },
  };
  return { form, saved, conflict };
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
