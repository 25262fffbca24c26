import type { DeliverySettings, DeliveryTerms } from '../../shared/contract/orders/delivery.ts';
import { elsewhereName } from '../../shared/orders/delivery.ts';

/**
 * The most specific zone of a PIN code: the one that lists it, else the one with its longest prefix, else the one of its
 * state, else everywhere else.
 */
export function zoneOf(
  { zones, elsewhere }: Pick<DeliverySettings, 'zones' | 'elsewhere'>,
  pin: string,
  state: string,
): DeliveryTerms & { name: string } {
  const [byPrefix] = zones
    .flatMap((zone) =>
      zone.prefixes.flatMap((prefix) => (pin.startsWith(prefix) ? { zone, digits: prefix.length } : [])),
    )
    .sort((a, b) => b.digits - a.digits);
  return (
    zones.find(({ pins }) => pins.includes(pin)) ??
    byPrefix?.zone ??
    zones.find(({ states }) => states.some((text) => text === state)) ?? { ...elsewhere, name: elsewhereName }
  );
}
