import type { z } from 'zod';

/** What the field of a setting gets. */
export type FieldProps = {
  schema: z.core.$ZodType;
  /** Such as `document.sections.3.settings.first`. */
  path: string;
  value: unknown;
  errors: Record<string, string>;
  /** `field`: the path of the part that was typed in, so that its letters are undone together. */
  onChange: (value: unknown, field: string) => void;
};

/** The same with its words, for fields that consist of several. */
export type LabelledProps = FieldProps & { label: string; hint: string | undefined };
