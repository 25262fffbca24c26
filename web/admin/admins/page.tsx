import { PageHead } from '../parts/page-head.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { OwnAccount } from './own-account.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { People } from './people.tsx';

/** The admins of the back office, and the own account. */
export default function AdminsPage() {
  return (
    <>
      <PageHead title="Admins" />
      <SettingsTabs />
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <People />
        <div className="grid gap-10">
          <OwnAccount />
          <OwnSessions />
        </div>
      </div>
    </>
  );
}
