import { type APIRequestContext, expect, type Page } from '@playwright/test';
import sharp from 'sharp';

/** The admin of the journeys' shop (journey-shop.ts). */
export const owner = { email: 'owner@haat.example', password: 'journeys-of-the-owner' };

/** API calls with the admin's token, to prepare and clean up a journey. */
export async function ownersCalls(request: APIRequestContext) {
  const response = await request.post('/api/auth/login', { data: { ...owner, portal: 'admin' } });
  const { token } = (await response.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const call = async <T>(method: string, path: string, data?: object): Promise<T> => {
    const reply = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
    expect(reply.ok(), `${method} ${path}: ${await reply.text()}`).toBe(true);
    return reply.json() as Promise<T>;
  };
  return { token, call };
}
export type OwnersCalls = Awaited<ReturnType<typeof ownersCalls>>;

/** Opens a page of the back office with an existing session. */
export async function openOffice(page: Page, { token }: OwnersCalls, path: string) {
  await page.addInitScript((value) => {
    // A sandboxed frame has no storage.
    if (window !== top) return;
    // Only once, because a journey may sign out.
    if (!sessionStorage.getItem('began')) localStorage.setItem('adminToken', value);
    sessionStorage.setItem('began', 'yes');
  }, token);
  await page.goto(path);
}

/** A picture file in one colour, for a file input. */
export async function pictureFile(name: string, background: string) {
  const plain = sharp({ create: { width: 300, height: 300, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await plain.png().toBuffer() };
}
