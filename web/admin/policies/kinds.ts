import type { PolicyType } from '../../../shared/contract/policies.ts';

/** The four policies (spec §2 Policy dashboard); the type is also the path of the public page. */
export const kinds: { type: PolicyType; label: string; heading: string }[] = [
  { type: 'shipping-policy', label: 'Shipping', heading: 'Shipping Policy' },
  { type: 'returns-refunds', label: 'Returns', heading: 'Returns Policy' },
  { type: 'privacy-policy', label: 'Privacy', heading: 'Privacy Policy' },
  { type: 'terms-condition', label: 'Terms', heading: 'Terms of Service' },
];
export type Kind = (typeof kinds)[number];
