import { z } from 'zod';

/**
 * Messages for checks that have none of their own. They begin with “Must”, so that the name of the field can stand before
 * them where it is not shown otherwise.
 */
function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Must be given'
        : `Must be ${types[issue.expected] ?? 'another value'}`;
    case 'invalid_value':
      return issue.values.length > maxNamed
        ? 'Must be one of the known values'
        : `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_big':
      return `Must ${sizeOf(issue.origin, 'at most', issue.maximum)}`;
    case 'too_small':
      return issue.origin !== 'number' && issue.minimum === 1
        ? 'Must not be empty'
        : `Must ${sizeOf(issue.origin, 'at least', issue.minimum)}`;
    case 'invalid_format':
    case 'invalid_union':
    case 'custom':
      return 'Must have another form';
    default:
      return undefined;
  }
}

const maxNamed = 20;
const types: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};
const counted: Record<string, string> = { string: 'characters', array: 'entries', set: 'entries' };
const sizeOf = (origin: string, limit: string, size: unknown) =>
  counted[origin] ? `have ${limit} ${size} ${counted[origin]}` : `be ${limit} ${size}`;

z.config({ customError: messageOf });
