import { Resolver } from 'node:dns/promises';
import type { MailRecord } from '../../shared/contract/settings.ts';

type ResolveTxt = (name: string) => Promise<string[][]>;

/** What common providers of mail ask the owner of a domain to publish. */
const providers = [
  { host: /gmail|google/, spf: 'include:_spf.google.com', selectors: ['google'] },
  { host: /zoho/, spf: 'include:zohomail.in', selectors: ['zmail', 'zoho', 'zohomail'] },
  { host: /brevo|sendinblue/, spf: 'include:spf.brevo.com', selectors: ['mail', 'brevo1', 'brevo2'] },
  { host: /amazonaws/, spf: 'include:amazonses.com', selectors: [] },
  {
    host: /outlook|office365/,
    spf: 'include:spf.protection.outlook.com',
    selectors: ['selector1', 'selector2'],
  },
];

const timeLimitMs = 3000;

/**
 * Looks up what the domain of the sender publishes about its mails, within three seconds for each answer: SPF (RFC 7208),
 * DKIM (RFC 6376, under the selectors that the provider usually has) and DMARC (RFC 7489). `host` is the mail server.
 */
export async function findMailRecords(
  domain: string,
  host: string,
  resolveTxt: ResolveTxt = askNameServers(),
): Promise<MailRecord[]> {
  const provider = providers.find((known) => known.host.test(host));
  const read = async (name: string): Promise<string[] | 'unknown'> => {
    try {
      return (await resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code = '' } = error as { code?: string };
      return ['ENOTFOUND', 'ENODATA'].includes(code) ? [] : 'unknown';
    }
  };
  const selectors = provider?.selectors ?? [];
  const [own, policy, ...keys] = await Promise.all([
    read(domain),
    read(`_dmarc.${domain}`),
    ...selectors.map((selector) => read(`${selector}._domainkey.${domain}`)),
  ]);
  return [judgeSpf(own, domain, provider?.spf), judgeDkim(keys, selectors), judgeDmarc(policy, domain)];
}

function askNameServers(): ResolveTxt {
  const resolver = new Resolver({ timeout: timeLimitMs, tries: 1 });
  return (name) => resolver.resolveTxt(name);
}

const unanswered = 'The name servers did not answer in time. Try again.';

function judgeSpf(records: string[] | 'unknown', domain: string, include: string | undefined): MailRecord {
  if (records === 'unknown') return { kind: 'SPF', state: 'unknown', found: '', advice: unanswered };
  const found = records.filter((text) => /^v=spf1(\s|$)/i.test(text));
  const wanted = `v=spf1 ${include ?? 'include:(the name that your provider gives)'} ~all`;
  if (found.length > 1)
    return {
      kind: 'SPF',
      state: 'wrong',
      found: found.join(' | '),
      advice: 'There must be one SPF record only. Put the parts of all of them into one.',
    };
  const [text] = found;
  if (text === undefined)
    return { kind: 'SPF', state: 'missing', found: '', advice: `Add a TXT record for ${domain}: ${wanted}` };
  if (include && !text.toLowerCase().includes(include))
    return { kind: 'SPF', state: 'wrong', found: text, advice: `Add “${include}” to this record.` };
  return { kind: 'SPF', state: 'ok', found: text, advice: '' };
}

function judgeDkim(answers: (string[] | 'unknown')[], selectors: string[]): MailRecord {
  const found = answers.flat().find((text) => /(^|;)\s*p=[A-Za-z0-9+/]/.test(text));
  if (found) return { kind: 'DKIM', state: 'ok', found: `${found.slice(0, 80)}…`, advice: '' };
  const advice = 'Switch on DKIM at your mail provider, and add the record that it shows.';
  if (selectors.length === 0 || answers.includes('unknown'))
    return {
      kind: 'DKIM',
      state: 'unknown',
      found: '',
      advice: `The name of this record differs from provider to provider, so it could not be looked up. ${advice}`,
    };
  return { kind: 'DKIM', state: 'missing', found: '', advice };
}

function judgeDmarc(records: string[] | 'unknown', domain: string): MailRecord {
  if (records === 'unknown') return { kind: 'DMARC', state: 'unknown', found: '', advice: unanswered };
  const found = records.find((text) => /^v=DMARC1\s*;/i.test(text));
  if (!found)
    return {
      kind: 'DMARC',
      state: 'missing',
      found: '',
      advice: `Add a TXT record for _dmarc.${domain}: v=DMARC1; p=none; rua=mailto:postmaster@${domain}`,
    };
  if (!/;\s*p\s*=\s*(none|quarantine|reject)/i.test(found))
    return {
      kind: 'DMARC',
      state: 'wrong',
      found,
      advice: 'The record needs p=none, p=quarantine or p=reject.',
    };
  return { kind: 'DMARC', state: 'ok', found, advice: '' };
}
