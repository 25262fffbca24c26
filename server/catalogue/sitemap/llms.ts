import { spacedMobile } from '../../../shared/contact/contact-rules.ts';
import { feedChannels } from '../../../shared/contract/catalogue/catalogue-admin.ts';
import { readSiteInfo } from '../../db/site-info.ts';
import type { Deps } from '../../deps.ts';
import { countForSale, listCategories, listFeedsOn, listShownPolicies } from './queries.ts';

/** `/llms.txt`: what the shop is and sells, for language models (llmstxt.org), from its settings and catalogue. */
export async function describeForModels({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<string> {
  const { clientName, tagline, address, email, mobile, returnDays } = await readSiteInfo(db);
  const [products, categories, policies, feeds] = await Promise.all([
    countForSale(db),
    listCategories(db),
    listShownPolicies(db),
    listFeedsOn(db),
  ]);
  const link = (name: string, path: string, more = '') =>
    `- [${plain(name)}](${config.publicUrl}${path})${more && `: ${plain(more)}`}`;
  const section = (title: string, lines: string[]) =>
    lines.length > 0 ? ['', `## ${title}`, '', ...lines] : [];
  const facts = [
    `- Online shop in India. Prices are in Indian rupees (INR) and include GST.`,
    `- ${products} ${products === 1 ? 'product' : 'products'} for sale.`,
    returnDays !== null && returnDays > 0 && `- Returns within ${returnDays} days.`,
    address && `- Address: ${plain(address)}`,
    email && `- Email: ${plain(email)}`,
    mobile && `- Phone: ${spacedMobile(mobile)}`,
  ].filter((line) => line !== false && line !== '');
  return [
    `# ${plain(clientName) || 'Shop'}`,
    ...(tagline ? ['', `> ${plain(tagline)}`] : []),
    '',
    ...facts,
    ...section('Products', [
      link('All products', '/products'),
      ...categories.map(({ name, slug, description }) =>
        link(name, `/products?category=${slug}`, description.slice(0, 200)),
      ),
    ]),
    ...section('Policies', [
      ...policies.map(({ type, title }) => link(title, `/${type}`)),
      link('Contact', '/contact'),
      link('About', '/about'),
    ]),
    ...section('Data', [
      link('Sitemap', '/sitemap.xml'),
      ...feedChannels
        .filter((channel) => feeds.includes(channel))
        .map((channel) => link(`Product feed (${channel})`, `/feeds/${channel}.xml`)),
      link('Search as JSON', '/api/products?search=', 'add the words; current prices and stock'),
      link('Description of the API', '/api/openapi.json'),
    ]),
    '',
  ].join('\n');
}

/** A text in one line, in which nothing is markup. */
const plain = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#]/g, '\\$&');
