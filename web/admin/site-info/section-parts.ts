import type { ReactNode } from 'react';
import type { TextField } from '../parts/form/fields.tsx';
import type { Form } from '../parts/form/use-form.ts';
import type { Draft } from './draft.ts';

export type SiteForm = Form<Draft> & { onBusy: (busy: boolean) => void };

/** A section of the form: its text fields, with other parts before and after them. */
export type SectionParts = {
  id: string;
  title: string;
  hint?: string;
  className?: string;
  before?: (form: SiteForm) => ReactNode;
  fields?: TextField<Draft>[];
  after?: (form: SiteForm) => ReactNode;
};
