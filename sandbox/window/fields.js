// @ts-check

/** Sets the shop's colour for buttons, with a readable text colour. @param {HTMLElement} host @param {unknown} color */
export function paint(host, color) {
  if (typeof color !== 'string' || !/^#[\da-f]{6}$/i.test(color)) return;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  host.style.setProperty('--brand', color);
  host.style.setProperty('--on-brand', light > 0.179 ? '#1a1512' : '#ffffff');
}

/** Groups digits while they are typed at the end. @param {HTMLInputElement} input @param {RegExp} pieces @param {string} between */
export function group(input, pieces, between) {
  if (input.selectionStart !== input.value.length) return;
  input.value = (input.value.replace(/\D/g, '').match(pieces) ?? []).join(between);
}

/** @param {string} expiry */
export function isFuture(expiry) {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? [];
  if (!month || Number(month) < 1 || Number(month) > 12) return false;
  return new Date(2000 + Number(year), Number(month), 1).getTime() > Date.now();
}
