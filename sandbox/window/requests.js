// @ts-check

/** Submits a form, as the provider does. @param {string} address @param {Record<string, string>} fields */
export function send(address, fields) {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = address;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** @param {URL} address @param {unknown} [body] @returns {Promise<any>} */
export async function call(address, body) {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(address, body === undefined ? {} : post).catch(() => {
    throw new Error('No connection. Check the network and try again.');
  });
  const reply = await response.json();
  if (!response.ok) throw new Error(reply.error?.description ?? 'Something went wrong. Try again.');
  return reply;
}

/** @param {URL} address */
export async function fetchText(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The payment window could not be loaded: ${response.status}`);
  return response.text();
}
