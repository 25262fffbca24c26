import type { z } from 'zod';
import type { PageDocument } from '../../../../shared/contract/design.ts';
import { type FieldForm, fieldForms } from '../../../sections/fields.ts';
import {
  type PageSection,
  pageSection,
  type SectionKind,
  sectionSettings,
} from '../../../sections/schemas.ts';
import { sectionKinds } from '../kinds.ts';

type Settings = Record<string, unknown>;
/** A section while it is edited: its settings may be invalid. */
export type EditedSection = Omit<PageSection, 'settings'> & { settings: Settings };
/** A page while it is edited. */
export type EditedPage = Omit<PageDocument, 'sections'> & { sections: EditedSection[] };

/** The schema of each setting of a kind. */
export const settingsOf = (kind: SectionKind): Record<string, z.core.$ZodType> => sectionSettings(kind).shape;

/** The form of a setting; undefined for a group of fields. */
export const formOf = (schema: z.core.$ZodType): FieldForm | undefined => fieldForms.get(schema);

/** The settings of a new section. */
const presetsOf = (kind: SectionKind): Settings => {
  const { data } = pageSection.safeParse({ _id: 'new', kind, settings: {} });
  return data?.settings ?? {};
};

const newId = () => crypto.randomUUID();

export const newSection = (kind: SectionKind): EditedSection => ({
  _id: newId(),
  kind,
  settings: presetsOf(kind),
  isHidden: false,
  from: null,
  until: null,
});

export const copyOf = (section: EditedSection): EditedSection => ({ ...section, _id: newId() });

/** The heading of a section, or the words that an owner recognises it by. */
export function wordsOf({ kind, settings }: EditedSection): string {
  const texts = Object.entries(settingsOf(kind)).flatMap(([name, schema]) => {
    const value = settings[name];
    const form = formOf(schema);
    return form?.kind === 'line' && typeof value === 'string' && value ? value : [];
  });
  return texts[0] ?? '';
}

/** A section in a sentence: `Products “Featured”`. */
export function nameOf(section: EditedSection): string {
  const words = wordsOf(section);
  const { name } = sectionKinds[section.kind];
  return words ? `${name} “${words}”` : name;
}
