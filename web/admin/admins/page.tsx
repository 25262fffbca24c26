import { useMay } from '../parts/me.ts';
import { PageHead } from '../parts/page/page-head.tsx';
import { SettingsTabs } from '../parts/page/settings-tabs.tsx';
import { SecondFactors } from '../second-factor/second-factors.tsx';
import { OwnAccount } from './own-account.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { StaffList } from './staff-list.tsx';

/** The admins of the back office, and the own account. Who may not manage staff sees only the own account. */
export default function StaffPage() {
  const managesStaff = useMay()('staff.manage');
  return (
    <>
      <PageHead title={managesStaff ? 'Staff' : 'Your account'} />
      <SettingsTabs />
      <div className="grid items-start gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {managesStaff && <StaffList />}
        <div className="grid gap-10">
          <OwnAccount />
          <SecondFactors />
          <OwnSessions />
        </div>
      </div>
    </>
  );
}
