const swapQuotes = (text: string) => text.replace(/["`]/g, (quote) => (quote === '"' ? '`' : '"'));

/** JSON for an attribute. In HTML, a quotation mark takes six characters, so backticks replace them. */
export function toAttribute(value: object): string {
  return swapQuotes(JSON.stringify(value));
}

/** The value of an attribute that `toAttribute` has written. */
export function fromAttribute(text: string): unknown {
  return JSON.parse(swapQuotes(text));
}
