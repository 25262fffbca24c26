import { Check } from '../parts/form/fields.tsx';
import type { SectionParts } from '../site-info/draft.ts';
import { SettingsFormPage } from '../site-info/form.tsx';

/** How admins sign in. */
export default function SecuritySettingsPage() {
  return <SettingsFormPage title="Security" sections={sections} />;
}

const sections: SectionParts[] = [
  {
    id: 'security',
    title: 'Security',
    hint: 'A second factor is a passkey or a code of an authenticator app. An admin without one must set it up before anything else.',
    before: ({ flag }) => (
      <Check tall {...flag('secondFactorRequired')}>
        Everyone in the back office needs a second factor
      </Check>
    ),
  },
];
