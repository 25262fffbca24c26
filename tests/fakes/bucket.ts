import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Faults = {
  /** Refuses every request. */
  refusal?: { status: number; code: string } | undefined;
  /** Refuses the upload of this part of a file. */
  failPart?: number | undefined;
};

/** The part of S3 that pictures and backups use. `objects` are stored as `/bucket/key`. */
export async function startFakeBucket(faults: Faults = {}) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Buffer[]>();
  const server = createServer(async (request, reply) => {
    const { pathname: key, searchParams: query } = new URL(request.url ?? '/', 'http://s3');
    const body = Buffer.concat(await request.toArray());
    const xml = (text: string, status = 200) =>
      reply
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(request.method === 'HEAD' ? '' : `<?xml version="1.0"?>${text}`);
    const refuse = ({ code, status }: { code: string; status: number }) =>
      xml(`<Error><Code>${code}</Code><Message>no</Message></Error>`, status);
    if (faults.refusal) return refuse(faults.refusal);
    const upload = query.get('uploadId') ?? '';
    const parts = uploads.get(upload);
    const found = objects.get(key);
    if (request.method === 'POST' && query.has('uploads')) {
      const id = `upload${uploads.size + 1}`;
      uploads.set(id, []);
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (request.method === 'POST' && parts) {
      objects.set(key, Buffer.concat(parts));
      uploads.delete(upload);
      return xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
    }
    if (request.method === 'PUT') {
      const number = Number(query.get('partNumber'));
      if (number && number === faults.failPart) return refuse({ code: 'AccessDenied', status: 403 });
      if (parts) parts[number - 1] = body;
      else objects.set(key, body);
      return reply.setHeader('etag', `"${number}"`).end();
    }
    if (request.method === 'DELETE') {
      if (upload) uploads.delete(upload);
      else objects.delete(key);
      return reply.writeHead(204).end();
    }
    if (query.has('list-type')) {
      const names = [...objects.keys()].filter((name) => name.startsWith(`${key.replace(/\/$/, '')}/`));
      const keys = names.map((name) => name.split('/').slice(2).join('/'));
      const listed = keys.filter((name) => name.startsWith(query.get('prefix') ?? ''));
      const bucketName = key.split('/')[1];
      const contents = listed.map((name) => {
        const size = objects.get(`/${bucketName}/${name}`)?.length;
        return `<Contents><Key>${name}</Key><Size>${size}</Size></Contents>`;
      });
      return xml(`<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`);
    }
    if (!found) return refuse({ code: 'NoSuchKey', status: 404 });
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    const part = start && end ? found.subarray(Number(start), Number(end) + 1) : found;
    reply.setHeader('content-length', part.length).setHeader('last-modified', new Date(0).toUTCString());
    return reply.writeHead(part === found ? 200 : 206).end(request.method === 'HEAD' ? '' : part);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    objects,
    /** Uploads in parts that have neither been completed nor aborted. */
    uploads,
    faults,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
