import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { SelectField } from '../../ui/field.tsx';
import { read } from '../parts/data.ts';
import { useMe } from '../parts/me.ts';

/** The choice of a role, of those that the signed-in admin may give. */
export function RoleField(props: Omit<ComponentProps<typeof SelectField>, 'label' | 'children'>) {
  const me = useMe();
  const { data: roles = [] } = useQuery(read('GET /auth/admin/roles'));
  const mayGive = roles.filter(
    ({ _id, permissions }) =>
      (_id !== 'owner' || me?.role._id === 'owner') &&
      permissions.every((each) => me?.permissions.includes(each)),
  );
  return (
    <SelectField label="Role" required hint="What each role may do is on the Roles page." {...props}>
      <option value="">Choose a role</option>
      {mayGive.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
