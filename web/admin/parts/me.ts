import { useQuery } from '@tanstack/react-query';
import type { Permission } from '../../../shared/permissions.ts';
import { read } from './data.ts';

/** The role of the signed-in admin and what it allows; undefined until it is known. */
export const useMe = () => useQuery({ ...read('GET /auth/admin/me'), staleTime: 60_000 }).data;

/** Whether the role of the signed-in admin has a permission. The server decides; this hides what it would refuse. */
export function useMay(): (needed: Permission) => boolean {
  const permissions = useMe()?.permissions ?? [];
  return (needed) => permissions.includes(needed);
}
