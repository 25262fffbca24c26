import { findIndianState } from './indian-states.ts';

type Place = { city: string; postalCode: string; state: string; country?: string };

/**
 * The lines of an address below its street: the city with the PIN code, then the state and the country, if it is given.
 * A state that the city names, such as Delhi, is not named again.
 */
export function placeLines({ city, postalCode, state, country = '' }: Place): string[] {
  const region = [namesState(city, state) ? '' : state, country].filter(Boolean).join(', ');
  return [`${city} ${postalCode}`, region].filter(Boolean);
}

/** The same in one line: `Jaipur 302001, Rajasthan`. */
export const placeText = (place: Place): string => placeLines(place).join(', ');

/** An address in one text with its state, unless that ends it already: `…, Jaipur, Rajasthan 302001`. */
export const withState = (address: string, state: string): string =>
  namesState(address, state) ? address : [address, state].filter(Boolean).join(', ');

/** The largest number of words in the name of a state. */
const maxWords = 8;

/** Whether a text ends with this state, besides a PIN code and the country. */
function namesState(text: string, state: string): boolean {
  const words = text
    .replace(/\bindia\b/gi, '')
    .split(/[^\p{L}&]+/u)
    .filter(Boolean)
    .slice(-maxWords);
  const name = findIndianState(state)?.name ?? state;
  return words.some((_, from) => {
    const end = words.slice(from).join(' ');
    return (findIndianState(end)?.name ?? end).toLowerCase() === name.toLowerCase();
  });
}
