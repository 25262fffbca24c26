import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { RefusedText, sendCodeText } from './texts.ts';

/** What the provider received, and what it replies. */
const received: { url: string; headers: Record<string, unknown>; body: string }[] = [];
const nothing = { url: '', headers: {} as Record<string, unknown>, body: '' };
let reply = { status: 200, body: '{"type":"success","message":"366c"}' };
const provider = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  received.push({ url: request.url ?? '', headers: request.headers, body });
  response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
});
let apiUrl = '';
beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  apiUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterAll(() => provider.close());

const text = { mobile: '9876543210', code: '04738291', shopName: 'Haat' };
const configOf = (env: Record<string, string>) =>
  readConfig({ PUBLIC_URL: 'https://shop.example.in', TEXT_API_URL: apiUrl, ...env });

it('MSG91 gets the registered template with the code, and a refusal with status 200 is an error', async () => {
  const config = configOf({ TEXT_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'key-91', MSG91_TEMPLATE_ID: '65a1' });
  expect(JSON.stringify(config)).not.toContain('key-91');
  await sendCodeText(config, text);
  const { url, headers, body } = received.at(-1) ?? nothing;
  expect([url, headers.authkey]).toEqual(['/api/v5/flow', 'key-91']);
  expect(JSON.parse(body)).toEqual({
    template_id: '65a1',
    short_url: '0',
    recipients: [{ mobiles: '919876543210', code: '04738291' }],
  });
  reply = { status: 200, body: '{"type":"error","message":"9876543210 is blocked"}' };
  await expect(sendCodeText(config, text)).rejects.toThrow(/^MSG91 did not accept a text$/);
  reply = { status: 200, body: 'an HTML page' };
  await expect(sendCodeText(config, text)).rejects.toThrow('MSG91 did not accept a text');
});

it('a text is refused only if it was certainly not sent', async () => {
  const config = configOf({ TEXT_PROVIDER: 'msg91', MSG91_AUTH_KEY: 'key-91', MSG91_TEMPLATE_ID: '65a1' });
  reply = { status: 503, body: '' };
  await expect(sendCodeText(config, text)).rejects.toThrow(RefusedText);
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const elsewhere = {
    ...config,
    texts: config.texts && { ...config.texts, apiUrl: `http://127.0.0.1:${port}` },
  };
  await expect(sendCodeText(elsewhere, text)).rejects.toThrow(RefusedText);
  // A reply that begins and does not end, as after a time limit.
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    new Response(
      new ReadableStream({ pull: (stream) => stream.error(new DOMException('', 'TimeoutError')) }),
    ),
  );
  await expect(sendCodeText(config, text)).rejects.not.toThrow(RefusedText);
});

it('Twilio gets a message with the words of the template, from a number or a messaging service', async () => {
  const twilio = { TEXT_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC42', TWILIO_AUTH_TOKEN: 'secret-42' };
  reply = { status: 201, body: '{"sid":"SM1"}' };
  const config = configOf({ ...twilio, TWILIO_FROM: '+14155550100' });
  expect(JSON.stringify(config)).not.toContain('secret-42');
  await sendCodeText(config, text);
  const { url, headers, body } = received.at(-1) ?? nothing;
  expect(url).toBe('/2010-04-01/Accounts/AC42/Messages.json');
  expect(headers.authorization).toBe(`Basic ${Buffer.from('AC42:secret-42').toString('base64')}`);
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: '+919876543210',
    From: '+14155550100',
    Body: '04738291 is your code for Haat. It works for 10 minutes. Do not share it.\n@shop.example.in #04738291',
  });
  await sendCodeText(configOf({ ...twilio, TWILIO_FROM: 'MG77' }), text);
  expect(received.at(-1)?.body).toContain('MessagingServiceSid=MG77');
  reply = { status: 400, body: '{"message":"+919876543210 is not a mobile number"}' };
  await expect(sendCodeText(config, text)).rejects.toThrow(/^The provider of texts replied with 400$/);
});
