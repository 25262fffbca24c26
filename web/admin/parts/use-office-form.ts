import { useForm } from '../../ui/use-form.ts';
import { sessionEnded } from '../session.ts';

/** A form of the back office: one that finds the session over leads to the sign-in. */
export const useOfficeForm = (parts: Parameters<typeof useForm>[0]) =>
  useForm({
    ...parts,
    async send(values) {
      try {
        await parts.send(values);
      } catch (error) {
        if (!sessionEnded(error)) throw error;
      }
    },
  });
