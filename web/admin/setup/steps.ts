import {
  type SetupGuide,
  type SetupState,
  type SetupStepId,
  setupStepId,
} from '../../../shared/contract/setup.ts';

/** The names of the steps, and what each is for. */
export const stepTexts: Record<SetupStepId, { title: string; text: string }> = {
  look: { title: 'Name and look', text: 'What your shop is called, and what visitors see first.' },
  products: { title: 'Products', text: 'Move a shop, import a file, or enter your first products here.' },
  address: {
    title: 'Address and GST',
    text: 'Who sells. It is on invoices, in the footer and in your policies.',
  },
  delivery: { title: 'Delivery', text: 'What delivery costs, and how long it takes.' },
  payment: { title: 'Payment', text: 'How buyers pay, and where the money goes.' },
  mail: { title: 'Mail and texts', text: 'Order confirmations and codes that reach your buyers.' },
  policies: { title: 'Policies', text: 'Answer a few questions; the four policies are written from them.' },
  'test-order': { title: 'Test order', text: 'Buy something in your own shop before anybody else does.' },
};

export const stateTexts: Record<SetupState, { label: string; tone: 'plain' | 'success' | 'warning' }> = {
  todo: { label: 'To do', tone: 'plain' },
  done: { label: 'Done', tone: 'success' },
  attention: { label: 'Needs attention', tone: 'warning' },
};

export const stepPath = (id: SetupStepId): string => `/admin/setup/${id}`;

/** Whether a path is that of a later step than another one. */
export function leadsOn(from: string, to: string): boolean {
  const paths = setupStepId.options.map(stepPath);
  return paths.includes(from) && paths.indexOf(to) > paths.indexOf(from);
}

/** The step to continue with: the first that is not done after the last done one, so that a step can wait. */
export function nextStep({ steps }: SetupGuide): SetupStepId | undefined {
  const isOpen = ({ state }: SetupGuide['steps'][number]) => state !== 'done';
  const last = steps.findLastIndex((step) => !isOpen(step));
  return (steps.slice(last + 1).find(isOpen) ?? steps.find(isOpen))?.id;
}
