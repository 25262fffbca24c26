import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { isFollowingAny, stopNotifications } from '../../notifications/notifications.ts';

/** Ends the notifications of this browser; nothing if they are off. */
export function NotificationsSwitch() {
  const [isOn, setOn] = useState(false);
  useEffect(() => setOn(isFollowingAny()), []);
  if (!isOn) return null;
  async function stop() {
    try {
      await stopNotifications();
      setOn(false);
      toast('Notifications are turned off on this device.');
    } catch {
      toast('That did not work. Please try again.', 'error');
    }
  }
  return (
    <section aria-labelledby="notifications-title">
      <h2 id="notifications-title" className="text-lg">
        Notifications
      </h2>
      <p className="mt-2 mb-3 text-sm text-ink-soft">
        We tell you on this device about orders and products that you asked for.
      </p>
      <Button variant="secondary" action={stop}>
        Turn off on this device
      </Button>
    </section>
  );
}
