import { keepFile, readFile } from './file';

/** The session as a file for one's own calendar. Throws `ApiError` */
export async function downloadCalendar(session_id: string): Promise<void> {
  const { name, content } = await readFile(`training-sessions/${session_id}/calendar`, () => undefined);
  keepFile(name, content);
}
