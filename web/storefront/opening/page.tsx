import { Island } from '../../islands/island.tsx';
import { load, pick } from '../../load.ts';
import { shopContext } from '../../shop-context.ts';
import { Picture } from '../../ui/picture.tsx';
import { privatePage } from '../layout/head.ts';
import type { Route } from './+types/page';
import { OpeningForms } from './opening-forms.tsx';

export const handle = { hasIslands: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { content } = context.get(shopContext);
  const [site, opening] = await load(Promise.all([content.getSiteInfo(), content.getOpeningPage()]));
  return { ...pick(site, ['clientName', 'tagline', 'email']), ...opening };
}

export const meta = privatePage('/', 'Opening soon', 'This shop opens soon.');

/** What visitors see instead of every page while the shop is not open. */
export default function OpeningSoon({ loaderData }: Route.ComponentProps) {
  const { clientName, tagline, email, text, picture, consent, hasPassword } = loaderData;
  return (
    <div className="shell grid min-h-svh content-center py-12">
      <div className={`mx-auto w-full ${picture ? 'max-w-5xl' : 'max-w-xl'}`}>
        <div className={picture ? 'grid items-center gap-10 md:grid-cols-2 lg:gap-16' : ''}>
          {picture && (
            <div className="overflow-hidden rounded-lg">
              <Picture path={picture} alt="" sizes="(min-width: 768px) 50vw, 100vw" eager />
            </div>
          )}
          <div className={picture ? '' : 'text-center'}>
            <div className="motif mb-8 text-madder" aria-hidden="true" />
            <p className="font-serif text-xl font-semibold wrap-anywhere text-press">{clientName}</p>
            <h1 className="mt-3 text-4xl">Opening soon</h1>
            {tagline && <p className="mt-3 text-lg text-ink-soft">{tagline}</p>}
            {text && <p className="mt-5 whitespace-pre-line">{text}</p>}
            <Island name="opening" component={OpeningForms} props={{ consent, hasPassword }} eager />
            {email && (
              <p className="mt-8 text-sm text-ink-soft">
                Questions?{' '}
                <a href={`mailto:${email}`} className="text-press underline underline-offset-4">
                  {email}
                </a>
              </p>
            )}
            <p className="mt-4 text-sm text-ink-soft">
              Is this your shop?{' '}
              <a href="/login?next=/admin" className="text-press underline underline-offset-4">
                Sign in
              </a>
            </p>
          </div>
        </div>
      </div>
    </div>
  );
}
