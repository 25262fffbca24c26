import { useState } from 'react';
import { PageHead } from '../parts/page-head.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { OwnAccount } from './own-account.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { People } from './people.tsx';

/** Who works in the back office, and one's own way in. */
export default function AdminsPage() {
  const [passwords, setPasswords] = useState(0);
  return (
    <>
      <PageHead title="Admins" />
      <SettingsTabs />
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <People />
        <div className="grid gap-10">
          <OwnAccount onPassword={() => setPasswords(passwords + 1)} />
          <OwnSessions key={passwords} />
        </div>
      </div>
    </>
  );
}
