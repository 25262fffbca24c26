import { describe, expect, it } from 'vitest';
import { mapAddress, type Network, networkAddress } from './web-address.ts';

describe('a map', () => {
  const osm = 'https://www.openstreetmap.org/export/embed.html?bbox=1%2C2%2C3%2C4&layer=mapnik';
  const google = 'https://www.google.com/maps/embed?pb=!1m18!1m12';
  it.each([
    [osm, osm],
    [google, google],
    [`  ${google} `, google],
    [`<iframe width="600" src="${osm.replace('&', '&amp;')}" style="border:0"></iframe>`, osm],
    [
      'https://maps.google.com/maps?q=Jaipur&output=embed',
      'https://maps.google.com/maps?q=Jaipur&output=embed',
    ],
  ])('is %s', (pasted, address) => {
    expect(mapAddress(pasted)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'http://www.google.com/maps/embed?pb=1',
    'https://evil.example/maps/embed',
    'https://www.google.com.evil.example/maps/embed',
    'https://www.google.com@evil.example/maps/embed',
    'https://user@www.google.com/maps/embed',
    'https://www.google.com/url?q=https://evil.example',
    'https://www.google.com:8443/maps/embed',
    '//www.google.com/maps/embed',
    '<iframe src="https://evil.example/x"></iframe>',
    'Kishanpole Bazaar',
  ])('is not %s (T-XSS-04)', (pasted) => {
    expect(mapAddress(pasted)).toBeUndefined();
  });
});

describe('a page on a network', () => {
  it.each<[Network, string, string]>([
    ['facebook', 'https://www.facebook.com/haat', 'https://www.facebook.com/haat'],
    ['instagram', 'instagram.com/haat', 'https://instagram.com/haat'],
    ['twitter', 'https://x.com/haat', 'https://x.com/haat'],
    ['pinterest', 'https://in.pinterest.com/haat/', 'https://in.pinterest.com/haat/'],
  ])('of %s is %s', (network, given, address) => {
    expect(networkAddress(network, given)).toBe(address);
  });

  it.each<[Network, string]>([
    ['facebook', 'javascript:alert(1)'],
    ['facebook', 'JavaScript:alert(1)//facebook.com'],
    ['facebook', 'http://www.facebook.com/haat'],
    ['facebook', 'https://www.instagram.com/haat'],
    ['instagram', 'https://instagram.com.evil.example/haat'],
    ['instagram', '//instagram.com/haat'],
    ['twitter', 'https://notx.com/haat'],
    ['pinterest', '@haat'],
  ])('of %s is not %s (T-XSS-04)', (network, given) => {
    expect(networkAddress(network, given)).toBeUndefined();
  });
});
