import path from 'node:path';
import type { Config } from '../config.ts';
import { appendLine } from '../runtime/append-line.ts';
import { parseJson } from '../runtime/parse-json.ts';
import { traced } from '../runtime/tracing.ts';

/** A text message with a code. Texts in India follow a registered template (india §4.1), so its words are fixed. */
export type CodeText = {
  /** Ten digits. */
  mobile: string;
  code: string;
  shopName: string;
};

type TextConfig = NonNullable<Config['texts']>;
type Send<Kind> = (
  config: Extract<TextConfig, { kind: Kind }>,
  text: CodeText,
  shop: Config,
) => Promise<void>;

const timeoutMs = 10_000;

/**
 * Sends a code by text, or without a provider writes it to `DATA_DIR/texts.log`. Throws unless the provider accepts it,
 * a `RefusedText` if it was certainly not sent; the error names neither number nor code.
 */
export async function sendCodeText(config: Config, text: CodeText): Promise<void> {
  const { texts } = config;
  if (!texts) throw new Error('No provider of texts is configured');
  await traced({ kind: 'provider', name: `text ${texts.kind}` }, async () => {
    if (texts.kind === 'msg91') await sendByMsg91(texts, text, config);
    else if (texts.kind === 'twilio') await sendByTwilio(texts, text, config);
    else await writeToFile(texts, text, config);
  });
}

/** A text was not sent. After any other error of `sendCodeText` it may have been. */
export class RefusedText extends Error {}

/** Errors before anything was sent. */
const notConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

/** The words of the text. The last line lets a browser of a phone fill in the code (WebOTP). */
const wordsOf = ({ code, shopName }: CodeText, { publicUrl }: Pick<Config, 'publicUrl'>): string =>
  `${code} is your code for ${shopName}. It works for 10 minutes. Do not share it.\n@${new URL(publicUrl).hostname} #${code}`;

/** The flow of MSG91, whose template has the variable `code` (india §4.1). It replies 200 to failures too. */
const sendByMsg91: Send<'msg91'> = async ({ apiUrl, authKey, templateId }, { mobile, code }) => {
  const reply = await post(`${apiUrl}/api/v5/flow`, {
    headers: { authkey: authKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      template_id: templateId,
      short_url: '0',
      recipients: [{ mobiles: `91${mobile}`, code }],
    }),
  });
  const body = parseJson(await reply.text()) as { type?: unknown } | undefined;
  if (body?.type !== 'success') throw new RefusedText('MSG91 did not accept a text');
};

const sendByTwilio: Send<'twilio'> = async ({ apiUrl, sid, token, from }, text, config) => {
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  await post(`${apiUrl}/2010-04-01/Accounts/${sid}/Messages.json`, {
    headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
    body: new URLSearchParams({ To: `+91${text.mobile}`, Body: wordsOf(text, config), [sender]: from }),
  });
};

const writeToFile: Send<'file'> = (_texts, text, config) =>
  appendLine(path.join(config.dataDir, 'texts.log'), {
    at: new Date(),
    to: text.mobile,
    text: wordsOf(text, config),
  });

async function post(url: string, request: RequestInit): Promise<Response> {
  const reply = await fetch(url, {
    method: 'POST',
    ...request,
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: Error & { cause?: { code?: string } }) => {
    const isConnected = !notConnected.includes(error.cause?.code ?? '');
    throw isConnected ? error : new RefusedText('The provider of texts can’t be reached', { cause: error });
  });
  if (!reply.ok) throw new RefusedText(`The provider of texts replied with ${reply.status}`);
  return reply;
}
