import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { Product } from '../../shared/contract/catalogue/catalogue.ts';
import { createAdmin } from './people.ts';
import type { TestShop } from './shop.ts';

/** A small unique picture. */
export const photo = (format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp(randomBytes(40 * 40 * 3), { raw: { width: 40, height: 40, channels: 3 } })
    .toFormat(format)
    .toBuffer();

type Part = { name: string; value: string | Buffer; filename?: string; type?: string };

/** A multipart body in the format of browsers. */
export function multipart(parts: Part[]) {
  const boundary = '----haat';
  const chunks = parts.flatMap(({ name, value, filename, type = 'image/jpeg' }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"` +
        (filename === undefined ? '\r\n\r\n' : `; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`),
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** API calls as a signed-in admin, an owner unless another role is given. */
export async function asOwner(shop: TestShop, roleId = 'owner') {
  const { headers, user } = await createAdmin(shop, roleId);
  const send =
    (method: 'POST' | 'PUT' | 'PATCH' | 'DELETE') =>
    async (url: string, body?: object | ReturnType<typeof multipart>, more?: Record<string, string>) => {
      const form =
        body && 'payload' in body && Buffer.isBuffer(body.payload)
          ? (body as ReturnType<typeof multipart>)
          : undefined;
      const request = form
        ? { payload: form.payload, headers: { ...headers, ...form.headers } }
        : { payload: body, headers: { ...headers, ...more } };
      return shop.call(method, url, request);
    };
  const post = send('POST');
  return {
    userId: user._id,
    headers,
    get: (url: string) => shop.get(url, { headers }),
    post,
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
    /** Uploads a picture; returns its path. */
    async upload(kind = 'product'): Promise<string> {
      const file = { name: 'image', value: await photo(), filename: 'photo.jpg' };
      return String((await post(`/upload?kind=${kind}`, multipart([file]))).body.path);
    },
    /** Creates a product through the API. */
    async product(more: object = {}): Promise<Product> {
      const { status, body } = await post('/products', {
        name: 'Ajrakh Stole',
        price: 1250,
        countInStock: 5,
        ...more,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body as Product;
    },
  };
}
export type Owner = Awaited<ReturnType<typeof asOwner>>;
