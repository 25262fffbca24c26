import { ButtonLink } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';

export const meta = () => [{ title: 'Page not found · Back office' }, { name: 'robots', content: 'noindex' }];

/** Every address of the back office that no other route knows, shown to who is signed in. */
export default function NotFound() {
  return (
    <Empty
      level={1}
      title="Page not found"
      text="There is no page at this address in the back office."
      action={<ButtonLink href="/admin">Go to the dashboard</ButtonLink>}
    />
  );
}
