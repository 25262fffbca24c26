import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPublicAddress } from '../runtime/public-network.ts';
import { fetchPicture, type Network } from './fetch-picture.ts';

describe('pictures are fetched from public addresses only (T-SSR-01)', () => {
  it.each([
    'http://127.0.0.1/a.jpg',
    'http://localhost/a.jpg',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/a.jpg',
    'http://[::ffff:127.0.0.1]/a.jpg',
    'http://0x7f000001/a.jpg',
    'http://2130706433/a.jpg',
    'http://10.1.2.3/a.jpg',
    'https://user:secret@example.com/a.jpg',
    'http://example.com:5432/',
    'file:///etc/passwd',
    'ftp://example.com/a.jpg',
    'not an address',
  ])('refuses %s', async (address) => {
    await expect(fetchPicture(address)).rejects.toMatchObject({ status: 400 });
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111'])('%s is public', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  );
  it.each([
    '192.168.1.1',
    '172.20.0.1',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    'fe80::1',
    'fd00::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '64:ff9b:1::7f00:1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '2001::1',
    '2001:db8::1',
    '4000::1',
    '224.0.0.1',
    '198.51.100.1',
    '127.1',
    'x',
  ])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));

  it('refuses a name if any of its addresses is not public', async () => {
    const resolve = async () => [
      { address: '8.8.8.8', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await expect(
      fetchPicture('http://pictures.test/a', { resolve, isPublic: isPublicAddress, ports: [''] }),
    ).rejects.toThrow('Not an address');
  });
});

describe('a picture’s server', () => {
  let server: Server;
  let site: string;
  beforeAll(async () => {
    server = createServer((request, reply) => {
      if (request.url === '/gone') reply.writeHead(404).end();
      else if (request.url === '/inside') reply.writeHead(302, { location: 'http://10.0.0.1/' }).end();
      else if (request.url === '/round') reply.writeHead(302, { location: '/round' }).end();
      else if (request.url === '/large') reply.end(Buffer.alloc(11 * 1024 * 1024));
      else reply.end('picture');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    here.ports = [String(port), ''];
    site = `http://pictures.test:${port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const here: Network = {
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    isPublic: (address) => address === '127.0.0.1',
    ports: [],
  };

  it('is read within limits, and its redirects are followed', async () => {
    expect(String(await fetchPicture(`${site}/a`, here))).toBe('picture');
    for (const path of ['gone', 'inside', 'round', 'large'])
      await expect(fetchPicture(`${site}/${path}`, here), path).rejects.toMatchObject({ status: 400 });
  });
});
