import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { encryptPush, isPoint, newVapidKey, vapidHeader } from './encrypt.ts';

it('a message is encrypted as in the example of RFC 8291, section 5', () => {
  const sender = createECDH('prime256v1');
  sender.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
  const encrypted = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'), sender },
  );
  expect(encrypted.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});

it('push services can check who sends: an ES256 token for their origin', () => {
  const key = newVapidKey();
  expect([isPoint(key.publicKey), isPoint(`${key.publicKey.slice(0, -4)}AAAA`)]).toEqual([true, false]);
  const header = vapidHeader('https://fcm.googleapis.com/fcm/send/abc', key, {
    subject: 'https://shop.example.in',
    now: new Date('2026-11-24T00:00:00Z'),
  });
  const [, content = '', signature = '', shown] = /^vapid t=(.+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  expect(shown).toBe(key.publicKey);
  const claims = JSON.parse(Buffer.from(content.split('.')[1] ?? '', 'base64url').toString());
  expect(claims).toEqual({
    aud: 'https://fcm.googleapis.com',
    exp: Date.parse('2026-11-24T12:00:00Z') / 1000,
    sub: 'https://shop.example.in',
  });
  const point = Buffer.from(key.publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  expect(
    verify(
      'sha256',
      Buffer.from(content),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true);
});
