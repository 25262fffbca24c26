import { ArrowDown, ArrowUp, ChevronLeft, Copy, Eye, EyeOff, type LucideIcon, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { shownInResults } from '../../../../shared/text/search-result.ts';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { instantOf, timeInIndia } from '../../parts/form/india-time.ts';
import { lengthText, SearchResult } from '../../parts/form/search-result.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { sectionKinds } from '../kinds.ts';
import { pageFields } from './differences.ts';
import { type EditedSection, settingsOf } from './edited-page.ts';
import { SettingFields } from './fields.tsx';
import type { EditorState } from './use-editor.ts';

type Props = { editor: EditorState; errors: Record<string, string> };

/** The settings of the chosen section, and what can be done with it. */
export function SectionForm({ editor, errors, section }: Props & { section: EditedSection }) {
  const { sections } = editor;
  const { kind, isHidden } = section;
  const i = sections.indexOf(section);
  const path = `document.sections.${i}`;
  const shape = settingsOf(kind);
  const { name, description } = sectionKinds[kind];
  const tools: [LucideIcon, string, () => void, boolean?][] = [
    [ArrowUp, 'Move up', () => editor.move(i, i - 1), i === 0],
    [ArrowDown, 'Move down', () => editor.move(i, i + 1), i === sections.length - 1],
    [
      isHidden ? EyeOff : Eye,
      isHidden ? 'Show' : 'Hide',
      () => editor.change({ ...section, isHidden: !isHidden }),
    ],
    [Copy, 'Duplicate', () => editor.duplicate(section)],
    [Trash2, 'Delete', () => editor.remove(section)],
  ];
  return (
    <Panel title={name} editor={editor}>
      <div role="toolbar" aria-label={`Section ${name}`} className="-mx-1 flex flex-wrap">
        {tools.map(([icon, label, act, isDisabled = false]) => (
          <IconButton
            key={label}
            icon={icon}
            label={label}
            title={label}
            disabled={isDisabled}
            onClick={act}
            className={label === 'Delete' ? 'ml-auto hover:text-madder' : 'disabled:opacity-30'}
          />
        ))}
      </div>
      <p className="text-ink-soft">{description}</p>
      <SettingFields
        key={section._id}
        shape={shape}
        path={`${path}.settings`}
        value={section.settings}
        errors={errors}
        onChange={(value, field) =>
          editor.change({ ...section, settings: z.record(z.string(), z.unknown()).parse(value) }, field)
        }
      />
      <Schedule section={section} path={path} editor={editor} errors={errors} />
    </Panel>
  );
}

function Schedule({ section, path, editor, errors }: Props & { section: EditedSection; path: string }) {
  const isReversed = section.from !== null && section.until !== null && section.from >= section.until;
  const field = (name: 'from' | 'until', label: string, hint: string) => (
    <Field
      label={label}
      optional
      type="datetime-local"
      name={`${path}.${name}`}
      value={timeInIndia(section[name])}
      error={errors[`${path}.${name}`] ?? null}
      hint={hint}
      onChange={({ target }) =>
        editor.change({ ...section, [name]: instantOf(target.value) }, `${path}.${name}`)
      }
    />
  );
  return (
    <fieldset className="mt-2 grid gap-4 border-t border-line pt-4">
      <legend className="sr-only">When it is shown</legend>
      <p aria-hidden="true" className="font-semibold">
        When it is shown
      </p>
      {field('from', 'From', 'Time in India. Shown at once if left empty.')}
      {field('until', 'Until', 'Shown without an end if left empty.')}
      {isReversed && (
        <p role="alert" className="font-medium text-madder">
          It ends before it begins, so it is never shown. Correct one of the times.
        </p>
      )}
    </fieldset>
  );
}

/** The title, the address and the description of the page. */
export function PageSettings({ editor, errors, isHome }: Props & { isHome: boolean }) {
  const { title, address, description } = editor.page;
  const field = (name: keyof typeof pageFields) => ({
    label: pageFields[name],
    name,
    value: editor.page[name],
    error: errors[`document.${name}`] ?? null,
    onChange: ({ target }: { target: { value: string } }) => editor.setField(name, target.value),
  });
  return (
    <Panel title="Page settings" editor={editor}>
      {isHome ? (
        <p className="text-ink-soft">
          Search engines show the home page with the name and the tagline of the shop, which are in Settings.
        </p>
      ) : (
        <>
          <Field {...field('title')} required maxLength={120} />
          <Field
            {...field('address')}
            required
            maxLength={100}
            autoCapitalize="none"
            spellCheck={false}
            hint="Small letters, digits and hyphens. The former address leads to the new one."
          />
          <TextAreaField
            {...field('description')}
            optional
            rows={3}
            maxLength={300}
            hint={lengthText(
              description,
              shownInResults.description,
              'Search engines choose a part of the page if left empty.',
            )}
          />
          <SearchResult
            title={title.trim() || 'Title of the page'}
            text={description.trim()}
            path={['pages', address]}
          />
        </>
      )}
    </Panel>
  );
}

function Panel({ title, editor, children }: { title: string; editor: EditorState; children: ReactNode }) {
  return (
    <div className="grid gap-4 p-4">
      <div className="-mb-2">
        <button
          type="button"
          onClick={() => editor.setOpen({ part: 'list' })}
          className="-ml-1 flex min-h-11 items-center gap-1 text-press underline-offset-4 hover:underline lg:min-h-8"
        >
          <ChevronLeft className="size-4" />
          All sections
        </button>
        <h2 className="text-lg">{title}</h2>
      </div>
      {children}
    </div>
  );
}
