/** The full page of the same map service, because an embedded map can't always be opened on its own. */
export function mapLink(embedUrl: string, address: string): string {
  if (!address) return embedUrl;
  const query = encodeURIComponent(address);
  return new URL(embedUrl).hostname.endsWith('openstreetmap.org')
    ? `https://www.openstreetmap.org/search?query=${query}`
    : `https://www.google.com/maps/search/?api=1&query=${query}`;
}
