import { loadPart } from '@/client/text-files';
import { later } from '@/kit/later';

/** The part of the settings, fetched with its texts. */
export const NoticesPart = later(async () => {
  const [part] = await Promise.all([import('./notices-part'), loadPart('notices')]);
  return part.NoticesPart;
});
