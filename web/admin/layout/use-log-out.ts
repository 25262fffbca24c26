import { useNavigate } from 'react-router';
import { endSession } from '../session.ts';

/**
 * Logs the admin out by going to the sign-in page. They may stay to save their input, and then stay signed in; if they
 * leave after that question, the sign-in page ends the session. Otherwise it has ended before that page is rendered.
 */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await navigate('/login', { replace: true, state: { loggingOut: true } });
    if (location.pathname === '/login') await endSession();
  };
}
