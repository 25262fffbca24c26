import type { AttributeType } from '../../../shared/contract/attributes.ts';

/** The types of attributes as the back office names them. */
export const typeLabels: Record<AttributeType, string> = {
  choice: 'Choices',
  number: 'Number',
  flag: 'Yes or no',
  text: 'Text',
};
