import { Navigate, Outlet, useLocation } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useMay, useMe } from '../parts/me.ts';
import { LoadingArea } from '../parts/page/loaded.tsx';
import { PageHead } from '../parts/page/page-head.tsx';
import { SecondFactors } from '../second-factor/second-factors.tsx';
import { mayOpen, placesFor } from './places.ts';

/**
 * The page, if the role of the signed-in admin may see it. From `/admin` she is led to the first page that she may see.
 */
export function AllowedPage() {
  const { pathname } = useLocation();
  const me = useMe();
  const may = useMay();
  if (!me) return <LoadingArea label="Loading…" />;
  if (me.needsSecondFactor) return <SetUpFirst />;
  if (mayOpen(pathname, may)) return <Outlet />;
  const first = placesFor(may)[0]?.to ?? '/admin/admins';
  if (pathname === '/admin') return <Navigate to={first} replace />;
  return (
    <Empty
      level={1}
      title="Your role does not include this page"
      text={`You are signed in as ${me.role.name}. An owner of the shop can change your role.`}
      action={<ButtonLink href={first}>Go to your first page</ButtonLink>}
    />
  );
}

/** Where the settings require a second factor: nothing else can be done before there is one. */
function SetUpFirst() {
  return (
    <div className="mx-auto grid max-w-xl gap-6">
      <PageHead
        title="Set up a second factor"
        subtitle="This shop requires one from everyone in the back office. It protects the shop if someone learns your password."
      />
      <SecondFactors />
    </div>
  );
}
