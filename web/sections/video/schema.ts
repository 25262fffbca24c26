import { z } from 'zod';
import { line, picture, text, video as videoField, youtube } from '../fields.ts';

/** An uploaded video, or one of YouTube, which is loaded after a click. */
export const video = z.object({
  heading: line({ label: 'Heading' }, 120),
  text: text({ label: 'Text' }, 300),
  video: videoField({ label: 'Video' }),
  youtube: youtube({ label: 'Or the address of a video on YouTube' }),
  picture: picture({ label: 'Picture before it plays' }),
});
